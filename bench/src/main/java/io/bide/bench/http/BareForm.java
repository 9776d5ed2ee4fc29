package io.bide.bench.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads a form, and writes the answer that the server would give to clients of camellia-delay-queue. */
final class BareForm {
  private static final int TTL_MILLIS = 3_600_000;

  byte[] put(byte[] request) {
    Map<String, String> form = read(request);
    long now = System.currentTimeMillis();
    long due = now + Long.parseLong(form.getOrDefault("delayMillis", ""));
    StringBuilder out = new StringBuilder(512);
    out.append("{\"code\":200,\"msg\":\"success\",\"delayMsg\":{\"topic\":\"");
    out.append(form.getOrDefault("topic", ""))
        .append("\",\"msgId\":\"")
        .append(form.getOrDefault("msgId", ""));
    out.append("\",\"msg\":\"").append(form.getOrDefault("msg", ""));
    out.append("\",\"produceTime\":").append(now).append(",\"triggerTime\":").append(due);
    out.append(",\"expireTime\":").append(due + TTL_MILLIS);
    out.append(",\"maxRetry\":10,\"retry\":0,\"status\":1}}");
    return out.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Map<String, String> read(byte[] request) {
    Map<String, String> form = new HashMap<>();
    String text = new String(request, StandardCharsets.US_ASCII);
    int from = 0;
    while (from < text.length()) {
      int equals = text.indexOf('=', from);
      int end = text.indexOf('&', equals);
      end = end < 0 ? text.length() : end;
      String value = text.substring(equals + 1, end);
      form.put(text.substring(from, equals), URLDecoder.decode(value, StandardCharsets.UTF_8));
      from = end + 1;
    }
    return form;
  }
}
