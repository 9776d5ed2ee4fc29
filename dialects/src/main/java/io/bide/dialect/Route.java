package io.bide.dialect;

import io.vertx.core.http.HttpMethod;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A method and a path that a dialect answers.
 *
 * @param method absent for all of them
 * @param path segments separated by slashes; <code>{name}</code> stands for any one segment, which
 *     {@link Call#path} gives
 * @param right checked before the handler runs
 * @param handler runs on an event loop and must not block; what it throws goes to {@link Dialect#fail}
 */
public record Route(@Nullable HttpMethod method, String path, Right right, Consumer<Call> handler) {
  public Route {
    if (!path.startsWith("/")) {
      throw new IllegalArgumentException("a path begins with a slash: " + path);
    }
  }

  public static Route get(String path, Right right, Consumer<Call> handler) {
    return new Route(HttpMethod.GET, path, right, handler);
  }

  public static Route post(String path, Right right, Consumer<Call> handler) {
    return new Route(HttpMethod.POST, path, right, handler);
  }

  public static Route put(String path, Right right, Consumer<Call> handler) {
    return new Route(HttpMethod.PUT, path, right, handler);
  }

  public static Route patch(String path, Right right, Consumer<Call> handler) {
    return new Route(HttpMethod.PATCH, path, right, handler);
  }

  public static Route delete(String path, Right right, Consumer<Call> handler) {
    return new Route(HttpMethod.DELETE, path, right, handler);
  }

  /** A route that does not care for the method. */
  public static Route any(String path, Right right, Consumer<Call> handler) {
    return new Route(null, path, right, handler);
  }

  @Override
  public String toString() {
    return (method == null ? "ANY" : method.name()) + " " + path;
  }
}
