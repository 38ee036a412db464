import { Counter, Histogram, Registry } from "prom-client";
import type { JobName } from "#shared/contract/jobs.ts";

export const metricsRegistry = new Registry();

const registers = [metricsRegistry];
/** Histogram buckets in seconds. */
const FAST_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SLOW_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];

/**
 * Labels that name a job. Prometheus reserves the label `job` for the scrape target. `work` is the
 * label's previous name, which existing alert rules and dashboards query.
 */
export const JOB_LABELS = ["job_name", "work"] as const;
export const toJobLabels = (job: JobName) => ({ job_name: job, work: job });

/** Repeats a counter under its previous name, which existing alert rules and dashboards query. */
const keepPreviousName = (name: string, labelNames: readonly string[], current: Counter): void => {
  const previous: Counter = new Counter({
    name,
    help: "The previous name of another counter",
    labelNames,
    registers,
    async collect() {
      previous.reset();
      for (const { labels, value } of (await current.get()).values) previous.inc(labels, value);
    },
  });
};

/** Named after OpenTelemetry's convention, in Prometheus' spelling. */
export const httpRequestDuration = new Histogram({
  name: "http_server_request_duration_seconds",
  help: "Duration of HTTP requests",
  labelNames: ["http_request_method", "http_route", "http_response_status_code"],
  buckets: FAST_BUCKETS_SECONDS,
  registers,
});

export const socketsOpened = new Counter({
  name: "debate_sockets_opened_total",
  help: "Sockets that were opened",
  registers,
});
export const socketsClosed = new Counter({
  name: "debate_sockets_closed_total",
  help: "Sockets that were closed, by Socket.IO's reason",
  labelNames: ["reason"],
  registers,
});
export const turnDeltas = new Counter({
  name: "debate_turn_deltas_total",
  help: "Deltas of turns that were sent to watchers",
  registers,
});

export const jobWaitDuration = new Histogram({
  name: "debate_job_wait_seconds",
  help: "Time from when a job was due until a worker claimed it",
  labelNames: JOB_LABELS,
  buckets: SLOW_BUCKETS_SECONDS,
  registers,
});
export type AttemptOutcome =
  "completed" | "retried" | "failed" | "lease_lost" | "released" | "deferred" | "repeated";
export const jobDuration = new Histogram({
  name: "debate_job_duration_seconds",
  help: "Duration of attempts, by outcome",
  labelNames: [...JOB_LABELS, "outcome"],
  buckets: SLOW_BUCKETS_SECONDS,
  registers,
});
export const jobTakeovers = new Counter({
  name: "debate_job_takeovers_total",
  help: "Attempts that took a job over after its lease had expired",
  labelNames: JOB_LABELS,
  registers,
});
export const providerDeferrals = new Counter({
  name: "debate_provider_deferrals_total",
  help: "Jobs that were deferred because their provider had no free slot",
  labelNames: ["provider"],
  registers,
});
keepPreviousName("debate_job_put_off_total", ["provider"], providerDeferrals);

export const providerErrors = new Counter({
  name: "debate_provider_errors_total",
  help: "Attempts that failed at a provider, by error code",
  labelNames: ["provider", "code"],
  registers,
});
export const charactersSpoken = new Counter({
  name: "debate_speech_characters_total",
  help: "Characters of synthesized speech",
  registers,
});
/** Reasons for alerting a person; the same values as `alert` in the log. */
export const ALERT_KINDS = ["payment", "registrations", "panel"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
export const alertsRaised = new Counter({
  name: "debate_alerts_raised_total",
  help: "Alerts for a person, by their `alert` in the log",
  labelNames: ["alert"],
  registers,
});
export const languageRepeats = new Counter({
  name: "debate_language_repeats_total",
  help: "Turns that were requested again because their text was in the wrong language",
  labelNames: ["provider", "language"],
  registers,
});
// All counters start at 0: if one first appeared as 1, Prometheus would see no increase.
for (const alert of ALERT_KINDS) alertsRaised.inc({ alert }, 0);
keepPreviousName("debate_person_called_total", ["alert"], alertsRaised);

export const spendingLimitDeferrals = new Counter({
  name: "debate_spending_limit_deferrals_total",
  help: "Paid jobs that were deferred because a daily spending limit is reached",
  labelNames: ["limit", ...JOB_LABELS],
  registers,
});

export const creditsMoved = new Counter({
  name: "debate_credits_total",
  help: "Credits that were sold, refunded for a debate, or reversed with their payment",
  // The label `what` is only for the dashboard of the previous version.
  labelNames: ["reason", "what"],
  registers,
});
