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

/** A worker is taken for dead when it has been silent this long. */
export const SILENCE = "interval '2.2 seconds'";
