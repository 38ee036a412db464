import { table } from "./markdown.ts";

/** Every event of the log, with what it means. */
export const LOG_EVENTS: Record<string, string> = {
  "api.draining": "The process closes its sockets before it ends.",
  "api.ready": "The API listens at `port`.",
  "audience.check_failed":
    "Cannot read which watchers have reacted or voted; the resync reads it again.",
  "authorization.denied":
    "A user or visitor was refused; with route, method, role, reason and the number of suppressed lines.",
  "circuit_breaker.opened": "A provider failed repeatedly and gets no requests for a while.",
  "circuit_breaker.write_failed": "The state of a provider cannot be written.",
  "database.connection_lost": "A connection to PostgreSQL was cut.",
  "deferred_jobs.read_failed": "Jobs that wait for a provider cannot be read.",
  "effect.failed":
    "An enqueue or emit after a commit failed; the reconciler or the resync repairs it.",
  "email.rejected": "The SMTP server rejected an email for good.",
  "episodes.request_failed":
    "The recording of the closing announcement of episodes cannot be requested.",
  "heartbeat_thread.ended": "The heartbeat thread ended; the main thread goes on renewing leases.",
  "job.attempt_failed": "An attempt failed and will be repeated.",
  "job.claimed": "A worker has the lease of a job; `waitedMs` is the time since it was due.",
  "job.completed": "A job has finished; with model, tokens and milliseconds.",
  "job.failed": "A job failed for good.",
  "job.given_up": "A job has used up its attempts or its requests and is given up.",
  "job.lease_lost": "Another worker has taken over the job, or its row was deleted.",
  "lease.renew_failed": "The lease of a running job cannot be renewed.",
  "listener.disconnected": "The connection that receives notifications was cut.",
  "live_stream.read_failed": "The schedule of a live stream cannot be read.",
  "live_stream.sentence_failed": "The audio of a sentence cannot be read.",
  "live_tts.not_started": "Speech for a running turn could not be requested.",
  "moderation.flagged": "The moderation service flagged a text.",
  "moderation.not_configured": "A text is not checked because no service is configured.",
  "moderation.timed_out": "The topic was not checked in time; the debate goes on.",
  "order.refused": "PayPal refuses to create an order.",
  "page.render_failed": "Server rendering failed; the page is rendered in the browser.",
  "process.close_failed": "The process could not end cleanly.",
  "process.crashed": "An uncaught error ends the process.",
  "public_origin.mismatch":
    "Pages are opened at `origin`, but `expected` is configured, so that every action is refused. Set `PUBLIC_ORIGIN`.",
  "purchase.failed": "A purchase can never complete.",
  "purchase.reconcile_failed": "The reconciler could not complete a purchase and will try again.",
  "purchase.reconciled": "The reconciler checked a pending purchase.",
  "purchase.refunded": "A refund or reversal took credits back.",
  "purchase.restored": "A refund failed or a dispute was won; the credits are given back.",
  "queue.failed": "The queue reports an error.",
  "rate_limit.store_failed":
    "Rate limits cannot be counted; each route has its own rule whether requests are then allowed.",
  "reactions.push_failed": "Cannot push reactions to their watchers; the resync pushes them again.",
  "reconciler.failed": "The reconciler failed and will run again.",
  "recording.downloaded": "An admin downloads the recording of a turn.",
  "recording.regenerated": "An admin regenerates the recording of a turn.",
  "recordings.requested": "An admin requests the recordings of a debate.",
  "redis.failed": "The connection to Redis reports an error.",
  "redis.may_evict":
    "Redis deletes keys when its memory is full (`maxmemory-policy` is not `noeviction`): jobs may wait for the reconciler.",
  "request.completed":
    "A request was answered; with method, url, status, milliseconds and user id.",
  "resync.read_failed": "The versions for the resync cannot be read.",
  "security_event.recorded":
    "Something happened to the sign-in of an account; `security` names it.",
  "security_event.write_failed": "The row of a security event cannot be written.",
  "socket.rate_limited": "A client sent too many messages; its socket is closed.",
  "sockets.counted": "Once a minute: the number of new sockets, and of closed ones by reason.",
  "speech.sentence_skipped":
    "The voice cannot say a sentence but says others; the recording has a short silence instead.",
  "turn.first_token": "The first token of a turn has arrived.",
  "turn.not_scored": "The judge gave no usable score.",
  "turn.wrong_language":
    "A finished turn is not in the debate's `language`. It is requested once more, or kept (`isKept`) after a repeat or without budget.",
  "verdict.missing": "The judge gave no usable verdict.",
  "web.not_built": "The web was not built; only the API is served.",
  "webhook.received": "A webhook was verified and handled.",
  "webhook.unknown_order": "A webhook names an order that the product did not create.",
  "worker.ready": "The worker takes jobs; with its queues and concurrency.",
  "worker.stopped": "The worker has ended.",
  "worker.stopping": "The worker takes no more jobs.",
  "worker.unregister_failed": "The row of a stopped worker cannot be deleted.",
};

const INTRODUCTION = `The field \`msg\` of a log line contains one of the names below. In three kinds of lines, \`msg\` is a sentence instead: alerts (with \`alert\`),
requests and joins that failed with a 5xx, and errors of the session store.`;

/** The text of `docs/operations/log-events.md`. */
export const logEventsPage = (): string => {
  const rows = Object.entries(LOG_EVENTS).map(([name, about]) => [`\`${name}\``, about]);
  return ["# Log events", INTRODUCTION, table(["event", "meaning"], rows)].join("\n\n");
};
