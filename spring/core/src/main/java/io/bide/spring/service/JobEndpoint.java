package io.bide.spring.service;

import io.bide.Body;
import io.bide.tasks.TaskInfo;
import io.bide.tasks.TaskWorker;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;

/**
 * Where a scheduler brings what is due. The answer comes when the work is done: 200 and {@code accepted},
 * or an error, after which the scheduler tries again. All workers of the type are called.
 */
@RestController
public final class JobEndpoint {
  /** Where redis-delay-queue has it too. */
  public static final String PATH = "/hf/delay_queue/work";

  private static final Logger log = LoggerFactory.getLogger(JobEndpoint.class);

  private final TaskTypes types;
  private final InstantSource clock;

  public JobEndpoint(TaskTypes types, InstantSource clock) {
    this.types = types;
    this.clock = clock;
  }

  /** Does a job. Blocks until it is done. */
  @PostMapping(PATH)
  public ResponseEntity<String> work(@RequestBody byte[] body) {
    Job job;
    try {
      job = Job.read(body);
    } catch (IllegalArgumentException e) {
      return answer(HttpStatus.BAD_REQUEST, String.valueOf(e.getMessage()));
    }
    List<TaskWorker<?>> workers = types.of(job.type());
    if (workers.isEmpty()) {
      return answer(
          HttpStatus.NOT_FOUND,
          "there is no worker for the type " + job.type() + " here, only for " + types.all());
    }
    // All of them, also after one that failed.
    long done = workers.stream().filter(worker -> isDone(worker, job)).count();
    return done == workers.size()
        ? answer(HttpStatus.OK, "accepted")
        : answer(HttpStatus.INTERNAL_SERVER_ERROR, "a worker of the type failed; see the log");
  }

  private boolean isDone(TaskWorker<?> worker, Job job) {
    try {
      run(worker, job);
      return true;
    } catch (Exception e) {
      log.warn("Job {} of the type {} failed", job.id(), job.type(), e);
      return false;
    }
  }

  private <T> void run(TaskWorker<T> worker, Job job) throws Exception {
    Instant now = clock.instant();
    Body payload = Body.text(job.params());
    TaskInfo task = new TaskInfo(
        job.application(), job.id(), job.id(), job.type(), payload, now, now, 1, Map.of());
    worker.run(task.payload(worker.codec()), task);
  }

  private static ResponseEntity<String> answer(HttpStatus status, String text) {
    return ResponseEntity.status(status).contentType(MediaType.TEXT_PLAIN).body(text);
  }
}
