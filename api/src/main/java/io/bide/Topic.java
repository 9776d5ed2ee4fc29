package io.bide;

/**
 * Where messages of one kind wait: a name within a namespace. A topic exists from its first put.
 *
 * <p>Names have 1 to 255 bytes of UTF-8 and no control characters; anything else is a {@link
 * BideException} with {@link ErrorCode#INVALID} or {@link ErrorCode#TOO_LARGE}. {@code !} is reserved: the only
 * names with it are those of {@linkplain #deathNotices() death notices}.
 */
public record Topic(String namespace, String name) implements Comparable<Topic> {
  public static final String DEFAULT_NAMESPACE = "default";

  private static final String NOTICES_SUFFIX = "!dead";

  public Topic {
    Checks.name("namespace", namespace);
    String base = stem(name);
    Checks.name("topic", base);
    if (namespace.indexOf('!') >= 0 || base.indexOf('!') >= 0) {
      throw BideException.invalid("topic", "has the reserved character '!'; choose another name");
    }
  }

  /** The topic of this name in the default namespace. */
  public static Topic of(String name) {
    return new Topic(DEFAULT_NAMESPACE, name);
  }

  public static Topic of(String namespace, String name) {
    return new Topic(namespace, name);
  }

  /** The topic that receives a notice whenever a message of this topic dies or expires. */
  public Topic deathNotices() {
    return isDeathNotices() ? this : new Topic(namespace, name + NOTICES_SUFFIX);
  }

  public boolean isDeathNotices() {
    return name.endsWith(NOTICES_SUFFIX);
  }

  /** The topic whose deaths this one tells; the topic itself when it tells none. */
  public Topic source() {
    return isDeathNotices() ? new Topic(namespace, stem(name)) : this;
  }

  /**
   * The part of a message's id that is the same in every store. The id of a death notice ends with the
   * number under which a store keeps what died; without it, it is the id of that message.
   */
  public String stableId(String id) {
    int end = isDeathNotices() ? id.lastIndexOf('#') : -1;
    return end < 0 ? id : id.substring(0, end);
  }

  private static String stem(String name) {
    return name.endsWith(NOTICES_SUFFIX)
        ? name.substring(0, name.length() - NOTICES_SUFFIX.length())
        : name;
  }

  @Override
  public int compareTo(Topic other) {
    int byNamespace = namespace.compareTo(other.namespace);
    return byNamespace != 0 ? byNamespace : name.compareTo(other.name);
  }

  @Override
  public String toString() {
    return namespace.equals(DEFAULT_NAMESPACE) ? name : namespace + "/" + name;
  }
}
