package io.bide.bench;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The processor time used so far, by the threads of the queue and of the benchmark, and by the whole
 * process: what a message costs, also on a machine that others use.
 */
record Cpu(Map<String, Long> nanosOfThread, long nanos) {
  private static final String OURS = "bide-";

  static final Cpu NONE = new Cpu(Map.of(), 0);

  static Cpu now() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Map<String, Long> used = new TreeMap<>();
    for (ThreadInfo thread : threads.getThreadInfo(threads.getAllThreadIds())) {
      if (thread != null && thread.getThreadName().startsWith(OURS)) {
        String name = thread.getThreadName().substring(OURS.length()).replaceAll("-\\d+$", "");
        used.merge(name, Math.max(0, threads.getThreadCpuTime(thread.getThreadId())), Long::sum);
      }
    }
    return new Cpu(
        used, ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class).getProcessCpuTime());
  }

  /** What was used between then and now. */
  Cpu since(Cpu before) {
    return combine(before, -1);
  }

  Cpu plus(Cpu other) {
    return combine(other, 1);
  }

  private Cpu combine(Cpu other, int sign) {
    Map<String, Long> both = new TreeMap<>(nanosOfThread);
    other.nanosOfThread.forEach((name, used) -> both.merge(name, sign * used, Long::sum));
    return new Cpu(both, nanos + sign * other.nanos);
  }

  /** What each message cost; threads that did hardly anything are left out. */
  String perMessage(long messages) {
    StringBuilder text = new StringBuilder("cpu µs/msg: ");
    nanosOfThread.forEach((name, used) -> {
      if (used > nanos / 100) {
        text.append(name).append(micros(used, messages)).append(", ");
      }
    });
    return text.append("all").append(micros(nanos, messages)).toString();
  }

  private static String micros(long nanos, long messages) {
    return String.format(Locale.ROOT, " %.1f", nanos / 1e3 / Math.max(1, messages));
  }
}
