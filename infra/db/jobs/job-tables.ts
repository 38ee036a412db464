import type { JobName } from "#shared/contract/jobs.ts";
import { MAX_REQUESTS_PER_TURN } from "#shared/domain/debates/turn.ts";
import { realProviderSql } from "../debates/blind-debates-sql.ts";
import type { LockedTable } from "../row-locks.ts";

interface JobTable {
  table: LockedTable;
  prefix: string;
  running: string;
  /** SQL assignments at the start of an attempt. They clear the results of the previous attempt. */
  reset: string;
  /**
   * SQL for the provider whose slot the job needs, over the job's row `w` and its debate `d`. A
   * slot is the right to one concurrent request. Parameter $3 holds the judging provider for each
   * pair of debating providers. Null if the job needs no slot.
   */
  providerSql: string | null;
  /**
   * Whether the job's requests may cost money, so that it waits while a daily spending limit is
   * reached. Moderation does not wait if its model is free: see `isModerationFree`.
   */
  isPaid: boolean;
  /** SQL condition over the job's row `w`. Jobs that fulfill it ignore spending limits. */
  mayExceedLimit: string;
  /** SQL for further columns that a claim returns, over the job's row `w`. */
  extraColumns: string;
  /**
   * SQL for the job's priority. A smaller number runs first. The column `priority` holds how many
   * jobs of the user were open when this one was requested.
   */
  priority: "priority" | "0";
  /** SQL for the ids of the job's debate and turn, over the job's row `w`. */
  debate: string;
  turn: string;
}

/**
 * SQL for the judge of the debate's two providers. Parameter $3 maps each pair to the judge that
 * the claiming worker is configured with.
 */
const JUDGE_PROVIDER_SQL = `$3::jsonb ->> (${realProviderSql("bot_a")} || ' ' || ${realProviderSql("bot_b")})`;

export const NO_ID_SQL = "NULL::int";

/** Defaults: a job that needs no provider, costs nothing and belongs to no debate. */
const DEFAULTS = {
  prefix: "",
  running: "running",
  reset: "",
  providerSql: null,
  isPaid: false,
  mayExceedLimit: "false",
  extraColumns: "",
  priority: "0",
  debate: NO_ID_SQL,
  turn: NO_ID_SQL,
} as const;

export const JOB_TABLES = {
  "generate-turn": {
    ...DEFAULTS,
    table: "turns",
    isPaid: true,
    running: "streaming",
    reset: "content = '', error = NULL, requests = w.requests + 1, ",
    extraColumns: `, ${MAX_REQUESTS_PER_TURN} - w.requests AS "requestsLeft"`,
    priority: "priority",
    debate: "w.debate_id",
    turn: "w.id",
    providerSql: `CASE w.role WHEN 'bot_a' THEN ${realProviderSql("bot_a")} ELSE ${realProviderSql("bot_b")} END`,
  },
  "judge-turn": {
    ...DEFAULTS,
    table: "turns",
    isPaid: true,
    prefix: "judging_",
    priority: "priority",
    debate: "w.debate_id",
    turn: "w.id",
    providerSql: JUDGE_PROVIDER_SQL,
  },
  "judge-debate": {
    ...DEFAULTS,
    table: "debates",
    isPaid: true,
    prefix: "verdict_",
    debate: "w.id",
    // If a panel votes, each of its judges is asked by a job of its own. This job then needs no
    // provider slot.
    providerSql: `CASE WHEN NOT EXISTS (SELECT FROM panel_votes v WHERE v.debate_id = w.id) THEN ${JUDGE_PROVIDER_SQL} END`,
  },
  moderate: {
    ...DEFAULTS,
    table: "moderations",
    isPaid: true,
    // A turn that has started may finish despite a limit. Its first moderation also ignores the
    // limit, because readers would otherwise see an unchecked text.
    mayExceedLimit: "w.turn_id IS NOT NULL AND w.attempt = 0",
    debate: "w.debate_id",
    turn: "w.turn_id",
  },
  "synthesize-speech": {
    ...DEFAULTS,
    table: "audio_cache",
    isPaid: true,
    priority: "priority",
    debate: "(SELECT debate_id FROM turns WHERE id = coalesce(w.turn_id, w.ruling_turn_id))",
    turn: "coalesce(w.turn_id, w.ruling_turn_id)",
  },
  "send-mail": {
    ...DEFAULTS,
    table: "emails",
  },
  "export-data": {
    ...DEFAULTS,
    table: "exports",
  },
  // Auto-Play needs no provider. The turn that it adds waits for one.
  "auto-play": {
    ...DEFAULTS,
    table: "debates",
    prefix: "auto_play_",
    debate: "w.id",
  },
  cleanup: {
    ...DEFAULTS,
    table: "cleanups",
  },
  "rank-models": {
    ...DEFAULTS,
    table: "leaderboards",
  },
  // Needs no provider slot, so that it can check a provider whose circuit is open.
  "check-model": {
    ...DEFAULTS,
    table: "model_checks",
    isPaid: true,
  },
  "repeat-verdict": {
    ...DEFAULTS,
    table: "verdict_repeats",
    isPaid: true,
    debate: "w.debate_id",
    providerSql: "w.judge",
  },
  "judge-in-panel": {
    ...DEFAULTS,
    table: "panel_votes",
    isPaid: true,
    debate: "w.debate_id",
    providerSql: "w.judge",
  },
  "audit-judge": {
    ...DEFAULTS,
    table: "judge_audit_runs",
    isPaid: true,
    providerSql: "w.judge",
  },
} as const satisfies Record<JobName, JobTable>;

/**
 * Whether the job has a column `deferred_for`, for the provider or spending limit that it waits
 * for.
 */
export const isDeferrable = (job: JobName): boolean =>
  JOB_TABLES[job].providerSql !== null || JOB_TABLES[job].isPaid;

/** Whether the job has a column `last_failure`. */
export const keepsLastFailure = (job: JobName): boolean => JOB_TABLES[job].providerSql !== null;

export const isDeferredSql = (job: JobName): string =>
  isDeferrable(job) ? `${JOB_TABLES[job].prefix}deferred_for IS NOT NULL` : "false";

/** Duration of a lease. After this time without a heartbeat, another worker may claim the job. */
export const LEASE_TIMEOUT_SQL = "interval '2.2 seconds'";
