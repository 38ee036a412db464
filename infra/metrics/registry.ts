import { Counter, Histogram, Registry } from "prom-client";

export const metricsRegistry = new Registry();

const registers = [metricsRegistry];
/** Histogram buckets in seconds. */
const FAST_BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const SLOW_BUCKETS_SECONDS = [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 30, 60, 300];

/** Named after OpenTelemetry's conventions, in Prometheus' spelling. */
export const httpRequestDuration = new Histogram({
  name: "http_server_request_duration_seconds",
  help: "How long requests took",
  labelNames: ["http_request_method", "http_route", "http_response_status_code"],
  buckets: FAST_BUCKETS_SECONDS,
  registers,
});

export const socketsOpened = new Counter({
  name: "debate_sockets_opened_total",
  help: "Sockets that have come",
  registers,
});
export const socketsClosed = new Counter({
  name: "debate_sockets_closed_total",
  help: "Sockets that have gone, by Socket.IO's reason",
  labelNames: ["reason"],
  registers,
});
export const turnDeltas = new Counter({
  name: "debate_turn_deltas_total",
  help: "Pieces of speeches that were sent to all who watch",
  registers,
});

/** The label is `work` because Prometheus reserves `job` for the scrape target. */
export const jobWaitDuration = new Histogram({
  name: "debate_job_wait_seconds",
  help: "How long work could have been taken before it was",
  labelNames: ["work"],
  buckets: SLOW_BUCKETS_SECONDS,
  registers,
});
export type AttemptOutcome = "done" | "retried" | "failed" | "lost" | "handed_back" | "postponed";
export const jobDuration = new Histogram({
  name: "debate_job_duration_seconds",
  help: "How long attempts took, by how they ended",
  labelNames: ["work", "outcome"],
  buckets: SLOW_BUCKETS_SECONDS,
  registers,
});
export const jobTakeovers = new Counter({
  name: "debate_job_takeovers_total",
  help: "Attempts at work whose worker had fallen silent",
  labelNames: ["work"],
  registers,
});
export const providerDeferrals = new Counter({
  name: "debate_job_put_off_total",
  help: "Work that was not begun, since its provider had no place for it",
  labelNames: ["provider"],
  registers,
});

export const providerErrors = new Counter({
  name: "debate_provider_errors_total",
  help: "Attempts that failed at a provider, by what was wrong",
  labelNames: ["provider", "code"],
  registers,
});
export const charactersSpoken = new Counter({
  name: "debate_speech_characters_total",
  help: "Characters that the voice has spoken",
  registers,
});
/** Reasons for alerting a person; the same values as `alert` in the log. */
export const ALERT_KINDS = ["payment", "registrations"] as const;
export type AlertKind = (typeof ALERT_KINDS)[number];
export const alertsRaised = new Counter({
  name: "debate_person_called_total",
  help: "What a person has to look at, by the word that the log has for it",
  labelNames: ["alert"],
  registers,
});
// Prometheus sees no increase in a counter that first appears as 1, so all start at 0.
for (const alert of ALERT_KINDS) alertsRaised.inc({ alert }, 0);

export const spendingLimitDeferrals = new Counter({
  name: "debate_spending_limit_deferrals_total",
  help: "Paid work that was deferred because a daily spending limit is reached",
  labelNames: ["limit", "work"],
  registers,
});

export const creditsMoved = new Counter({
  name: "debate_credits_total",
  help: "Credits that were sold, given back for a debate, or taken back with their money",
  labelNames: ["what"],
  registers,
});
