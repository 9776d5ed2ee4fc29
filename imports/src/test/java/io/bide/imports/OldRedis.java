package io.bide.imports;

import io.bide.testing.redis.RedisProcess;
import io.lettuce.core.RedisClient;
import io.lettuce.core.api.sync.RedisCommands;
import io.lettuce.core.codec.ByteArrayCodec;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** A Redis as another system has left it, written in exactly its layout. */
final class OldRedis implements AutoCloseable {
  private final RedisProcess process = RedisProcess.start();
  private final RedisClient client = RedisClient.create(url());
  private final RedisCommands<byte[], byte[]> redis =
      client.connect(ByteArrayCodec.INSTANCE).sync();

  String url() {
    return process.url() + "/1";
  }

  RedisProcess process() {
    return process;
  }

  /** A job of ouqiang, without the places where it is listed. */
  OldRedis job(String topic, String id, long due, long ttr, String body) {
    set(id, msgpack(topic, id, due, ttr, body));
    return this;
  }

  OldRedis inBucket(int number, String id, long score) {
    redis.zadd(bytes("dq_bucket_" + number), (double) score, bytes(id));
    return this;
  }

  OldRedis ready(String topic, String id) {
    redis.rpush(bytes("dq_queue_" + topic), bytes(id));
    return this;
  }

  /** A message of camellia in the default namespace, without the places where it is listed. */
  OldRedis message(String topic, String id, String msg, long trigger, long expire, int... more) {
    int maxRetry = more.length > 0 ? more[0] : 10;
    int retry = more.length > 1 ? more[1] : 0;
    int status = more.length > 2 ? more[2] : 1;
    String json = "{\"expireTime\":" + expire + ",\"maxRetry\":" + maxRetry + ",\"msg\":\"" + msg
        + "\",\"msgId\":\"" + id + "\",\"produceTime\":" + (trigger - 1) + ",\"retry\":" + retry
        + ",\"status\":" + status + ",\"topic\":\"" + topic + "\",\"triggerTime\":" + trigger
        + "}";
    redis.zadd(bytes("camellia_delay_queue_topics|default"), 1, bytes(topic));
    set(messageKey(topic, id), bytes(json));
    return this;
  }

  static String messageKey(String topic, String id) {
    return "camellia_delay_queue_msg|default|" + topic + "|" + id;
  }

  OldRedis waiting(String topic, String id, long score) {
    redis.zadd(
        bytes("camellia_delay_queue_waiting|{|default|" + topic + "|}"), (double) score, bytes(id));
    return this;
  }

  OldRedis readyToPull(String topic, String id) {
    redis.lpush(bytes("camellia_delay_queue_ready|{|default|" + topic + "|}"), bytes(id));
    return this;
  }

  OldRedis consumed(String topic, String id, long score) {
    redis.zadd(
        bytes("camellia_delay_queue_ack|{|default|" + topic + "|}"), (double) score, bytes(id));
    return this;
  }

  void set(String key, byte[] value) {
    redis.set(bytes(key), value);
  }

  RedisCommands<byte[], byte[]> commands() {
    return redis;
  }

  /** All keys, sorted. */
  List<String> keys() {
    List<String> keys = new ArrayList<>();
    redis.keys("*").forEach(key -> keys.add(new String(key, StandardCharsets.UTF_8)));
    keys.sort(null);
    return keys;
  }

  /** Everything, to see that nothing was touched. */
  String dump() {
    StringBuilder all = new StringBuilder();
    for (String key : keys()) {
      all.append(key)
          .append('=')
          .append(new String(redis.dump(bytes(key)), StandardCharsets.ISO_8859_1));
    }
    return all.toString();
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[] msgpack(String topic, String id, long due, long ttr, String body) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.write(0x85);
    text(out, "1");
    text(out, topic);
    text(out, "2");
    text(out, id);
    text(out, "3");
    number(out, due);
    text(out, "4");
    number(out, ttr);
    text(out, "5");
    text(out, body);
    return out.toByteArray();
  }

  private static void text(ByteArrayOutputStream out, String text) {
    byte[] bytes = bytes(text);
    if (bytes.length < 32) {
      out.write(0xA0 | bytes.length);
    } else if (bytes.length < 256) {
      out.write(0xD9);
      out.write(bytes.length);
    } else {
      out.write(0xDA);
      out.writeBytes(ByteBuffer.allocate(2).putShort((short) bytes.length).array());
    }
    out.writeBytes(bytes);
  }

  private static void number(ByteArrayOutputStream out, long number) {
    if (number >= 0 && number < 128) {
      out.write((int) number);
    } else {
      out.write(0xD3);
      out.writeBytes(ByteBuffer.allocate(8).putLong(number).array());
    }
  }

  @Override
  public void close() {
    client.shutdown(Duration.ZERO, Duration.ofSeconds(2));
    process.close();
  }
}
