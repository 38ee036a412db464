import type { JobName } from "#shared/contract/jobs.ts";
import { TURN_REQUESTS } from "#shared/domain/turn.ts";
import type { LockedTable } from "./locks.ts";

interface WorkColumns {
  table: LockedTable;
  /** Of the columns' names. */
  prefix: string;
  running: string;
  /** What is left of an earlier attempt, and void with the next one. */
  reset: string;
  /**
   * Which provider it asks, as SQL over the row `w` and its debate `d`, with the judges of pairs in
   * $3; null where it asks none of those that debates are held by.
   */
  asks: string | null;
  /**
   * Whether its requests may cost money, so that it waits while a daily spending limit is reached. A worker
   * says of moderation whether its model is free: see `ProviderBounds`.
   */
  isPaid: boolean;
  /** Which of its rows go on at a limit, as SQL over the row `w`. */
  mayExceedLimit: string;
  /** What else the claim is to know of the row `w`. */
  also: string;
  /** How far back it stands in its queue, as SQL. */
  priority: "priority" | "0";
  /** The debate and the turn that it is about, as SQL over the row `w`. */
  debate: string;
  turn: string;
}

/** Found where the claim's own worker knows whom it has judge such a pair. */
const JUDGE = "$3::jsonb ->> (d.bot_a_provider || ' ' || d.bot_b_provider)";

/** For work that is about no debate, or no turn. */
export const NONE = "NULL::int";

/** Where a kind of job keeps its state. */
export const WORK = {
  "generate-turn": {
    table: "turns",
    isPaid: true,
    mayExceedLimit: "false",
    prefix: "",
    running: "streaming",
    reset: "content = '', error = NULL, requests = w.requests + 1, ",
    also: `, ${TURN_REQUESTS} - w.requests AS "requestsLeft"`,
    priority: "priority",
    debate: "w.debate_id",
    turn: "w.id",
    asks: "CASE w.role WHEN 'bot_a' THEN d.bot_a_provider ELSE d.bot_b_provider END",
  },
  "judge-turn": {
    table: "turns",
    isPaid: true,
    mayExceedLimit: "false",
    prefix: "judging_",
    running: "running",
    reset: "",
    also: "",
    priority: "priority",
    debate: "w.debate_id",
    turn: "w.id",
    asks: JUDGE,
  },
  "judge-debate": {
    table: "debates",
    isPaid: true,
    mayExceedLimit: "false",
    prefix: "verdict_",
    running: "running",
    reset: "",
    also: "",
    priority: "0",
    debate: "w.id",
    turn: NONE,
    asks: JUDGE,
  },
  moderate: {
    table: "moderations",
    isPaid: true,
    // The first check of a turn is part of the turn, which may finish: readers would see it unchecked.
    mayExceedLimit: "w.turn_id IS NOT NULL AND w.attempt = 0",
    prefix: "",
    running: "running",
    reset: "",
    also: "",
    priority: "0",
    debate: "w.debate_id",
    turn: "w.turn_id",
    asks: null,
  },
  "synthesize-speech": {
    table: "audio_cache",
    isPaid: true,
    mayExceedLimit: "false",
    prefix: "",
    running: "running",
    reset: "",
    also: "",
    priority: "priority",
    debate: "(SELECT debate_id FROM turns WHERE id = w.turn_id)",
    turn: "w.turn_id",
    asks: null,
  },
  "send-mail": {
    table: "mails",
    isPaid: false,
    mayExceedLimit: "false",
    prefix: "",
    running: "running",
    reset: "",
    also: "",
    priority: "0",
    debate: NONE,
    turn: NONE,
    asks: null,
  },
  "export-data": {
    table: "exports",
    isPaid: false,
    mayExceedLimit: "false",
    prefix: "",
    running: "running",
    reset: "",
    also: "",
    priority: "0",
    debate: NONE,
    turn: NONE,
    asks: null,
  },
  // A turn waits for its provider itself.
  "auto-play": {
    table: "debates",
    isPaid: false,
    mayExceedLimit: "false",
    prefix: "auto_play_",
    running: "running",
    reset: "",
    also: "",
    priority: "0",
    debate: "w.id",
    turn: NONE,
    asks: null,
  },
} as const satisfies Record<JobName, WorkColumns>;

/** Whether its table has a column `waits_for`: a provider, or a daily spending limit. */
export const canWait = (job: JobName): boolean => WORK[job].asks !== null || WORK[job].isPaid;

/** Whether the work waits for a provider or a limit, as SQL over its columns. */
export const isWaiting = (job: JobName): string =>
  canWait(job) ? `${WORK[job].prefix}waits_for IS NOT NULL` : "false";

/** A worker is taken for dead when it has been silent this long. */
export const SILENCE = "interval '2.2 seconds'";
