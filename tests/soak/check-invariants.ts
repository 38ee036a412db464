import { readdir, readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { DebateScores } from "#shared/contract/debates/debate.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";
import { isSealedTurn } from "#shared/domain/debates/judging/sealed-results.ts";
import { VISITOR_MAX_TURNS } from "#shared/domain/accounts/visitor-limits.ts";
import { decodeMp3 } from "../audio/decode-mp3.ts";
import { runSql } from "../bench/support/run-sql.ts";
import { findViolations } from "../faults/invariants.ts";
import type { TestBackend } from "../harness.ts";
import { overspending } from "../overspending.ts";
import type { SoakHistory } from "./soak-history.ts";
import type { ProcessResources } from "./leaks.ts";
import type { SimulatedPage } from "./simulated-page.ts";
import type { AcceptedRequests } from "./simulated-user.ts";
import { JOBS_AT_ONCE, type SoakStack } from "./soak-stack.ts";
import { DAILY_LIMIT_MICRODOLLARS, DAILY_LIMIT_PER_USER } from "./spending-limit.ts";

/** Queries for rows that must not exist. */
const FORBIDDEN_ROWS = {
  "a balance below zero": "SELECT id FROM users WHERE credits < 0",
  "a debate without as many charges as it counts": `
    SELECT d.id FROM debates d LEFT JOIN credit_ledger l
        ON l.reason = 'debate' AND l.reference LIKE d.id || ':%'
     GROUP BY d.id, d.charges HAVING count(l.id) <> d.charges`,
  "a debate refunded more often than charged": `
    SELECT d.id FROM debates d LEFT JOIN credit_ledger l
        ON l.reason = 'refund' AND l.reference LIKE d.id || ':%'
     GROUP BY d.id, d.charges, d.refunded
    HAVING count(l.id) > d.charges - CASE WHEN d.refunded THEN 0 ELSE 1 END`,
  "a payment that is not credited once": `
    SELECT t.id FROM transactions t LEFT JOIN credit_ledger l
        ON l.reason = 'purchase' AND l.reference = t.id::text
     GROUP BY t.id, t.status HAVING count(l.id) <> CASE t.status WHEN 'completed' THEN 1 ELSE 0 END`,
  "a turn or judgement with reasoning, markup or parts of the protocol": `
    SELECT id FROM turns WHERE concat_ws(' ', CASE status WHEN 'complete' THEN content END, feedback)
                             ~* '</?think|<\\||the user wants|assistantfinal|<html|<!doctype|"choices"|data: '`,
  "a recording whose ETag is not its hash": `
    SELECT id FROM audio_cache
     WHERE version > 0 AND etag <> encode(sha256(audio_data), 'hex')`,
  "a day's spending that is not its sum": `
    SELECT FROM (SELECT coalesce(sum(price), 0) AS price FROM usage
                  WHERE day = (now() AT TIME ZONE 'utc')::date) AS paid,
                (SELECT coalesce(sum(price), 0) AS price FROM daily_spending
                  WHERE user_id = 0 AND day = (now() AT TIME ZONE 'utc')::date) AS counted
     WHERE paid.price <> counted.price`,
  "a day above its spending limit by more than one turn per running job": overspending(
    DAILY_LIMIT_MICRODOLLARS,
    JOBS_AT_ONCE,
    "day",
  ),
  "a user's day above its spending limit by more than one turn per running job": overspending(
    DAILY_LIMIT_PER_USER,
    JOBS_AT_ONCE,
    "day, user_id",
  ),
  "votes that are not counted": `
    SELECT d.id FROM debates d WHERE d.winner_votes <> (SELECT count(*) FROM votes v WHERE v.debate_id = d.id)
        OR d.upvotes <> (SELECT count(*) FROM debate_votes v WHERE v.debate_id = d.id AND type = 'up')
        OR d.downvotes <> (SELECT count(*) FROM debate_votes v WHERE v.debate_id = d.id AND type = 'down')`,
} as const;

/** Queries for rows that must exist after each run, despite all faults. */
const EXPECTED_ROWS = {
  "complete turns": "SELECT FROM turns WHERE status = 'complete'",
  recordings: "SELECT FROM audio_cache WHERE version > 0",
  "days at the spending limit": `
    SELECT day FROM usage GROUP BY day HAVING sum(price) >= ${DAILY_LIMIT_MICRODOLLARS}`,
  "days of users at their spending limit": `
    SELECT day, user_id FROM usage WHERE user_id IS NOT NULL
     GROUP BY day, user_id HAVING sum(price) >= ${DAILY_LIMIT_PER_USER}`,
  "debates with Auto-Play": "SELECT FROM debates WHERE auto_play_attempt > 0",
  "credited purchases": "SELECT FROM credit_ledger WHERE reason = 'purchase'",
} as const;

interface TurnRow {
  id: number;
  turnNumber: number;
  status: string;
  attempt: number;
  content: string;
  score: number | null;
}
interface DebateRow {
  status: string;
  currentTurn: number;
  scores: DebateScores | null;
  refunded: boolean;
  spendingPause: string | null;
  upvotes: number;
  downvotes: number;
  turns: TurnRow[];
}

const DEBATE_SQL = `
  SELECT d.status, d.current_turn AS "currentTurn", d.scores, d.refunded,
         d.spending_pause AS "spendingPause", d.upvotes, d.downvotes,
         (SELECT coalesce(json_agg(json_build_object('id', t.id, 'turnNumber', t.turn_number,
                   'status', t.status, 'attempt', t.attempt, 'content', t.content, 'score', t.score)
                 ORDER BY t.turn_number), '[]') FROM turns t WHERE t.debate_id = d.id) AS turns
    FROM debates d WHERE d.id = $1`;

/** Returns the differences between what a page shows and the rows; empty if there are none. */
const comparePageWithRows = async (
  backend: TestBackend,
  page: SimulatedPage,
): Promise<string[]> => {
  const [row] = await runSql<DebateRow>(backend, DEBATE_SQL, [page.debateId]);
  const [debate, turns = []] = [page.debate(), page.turns()];
  if (!row) return debate ? ["the page shows a deleted debate"] : [];
  if (!debate) return ["the page does not show the debate"];
  const wrong: string[] = [];
  const compare = (what: string, shown: unknown, stored: unknown) => {
    if (isDeepStrictEqual(shown, stored)) return;
    const [a, b] = [shown, stored].map((value) => JSON.stringify(value)?.slice(0, 200));
    wrong.push(`${what}: ${a} instead of ${b}`);
  };
  for (const key of [
    "status",
    "currentTurn",
    "refunded",
    "spendingPause",
    "upvotes",
    "downvotes",
  ] as const)
    compare(key, debate[key], row[key]);
  const isSealed = debate.seal !== null;
  if (page.isMember) compare("scores", debate.scores, isSealed ? null : row.scores);
  const visible = row.turns.filter((t) => page.isMember || t.turnNumber <= VISITOR_MAX_TURNS);
  for (const { id, turnNumber, status, attempt, content, score } of visible) {
    const shown = turns.find((turn) => turn.id === id);
    const name = `turn ${turnNumber}`;
    compare(`${name}'s status`, [shown?.status, shown?.attempt], [status, attempt]);
    if (status === "complete") compare(`${name}'s text`, shown?.content, content);
    const isScoreSealed = isSealed && isSealedTurn(turnNumber, debate.maxTurns);
    if (page.isMember) compare(`${name}'s score`, shown?.score, isScoreSealed ? null : score);
  }
  return wrong;
};

/** Returns one line for each page that differs from the rows. */
export const listWrongPages = async (
  backend: TestBackend,
  pages: readonly SimulatedPage[],
): Promise<string[]> => {
  const lines: string[] = [];
  for (const page of pages) {
    const wrong = await comparePageWithRows(backend, page);
    if (wrong.length > 0) lines.push(`${page.name} on ${page.debateId}: ${wrong.join("; ")}`);
  }
  return lines;
};

/** Checks that all accepted requests have their rows. */
const checkAcceptedRequests = async (
  backend: TestBackend,
  accepted: AcceptedRequests,
  history: SoakHistory,
) => {
  const ids = async (table: "debates" | "turns") =>
    new Set(
      (await runSql<{ id: number }>(backend, `SELECT id FROM ${table}`, [])).map((r) => r.id),
    );
  const [debates, turns] = [await ids("debates"), await ids("turns")];
  for (const id of accepted.debates)
    if (!debates.has(id)) history.violate(`debate ${id} was accepted with 201 and does not exist`);
  for (const [id, debateId] of accepted.turns)
    if (!turns.has(id) && !accepted.deleted.has(debateId))
      history.violate(`turn ${id} was accepted with 202 and does not exist`);
};

interface RecordingSample {
  id: number;
  audio: Buffer;
  durationMs: number;
  sentences: string[];
  content: string;
}

const RECORDINGS = `
  SELECT a.id, a.audio_data AS audio, a.duration_ms AS "durationMs", t.content,
         ARRAY(SELECT s ->> 'text' FROM jsonb_array_elements(a.sentences) s) AS sentences
    FROM audio_cache a JOIN turns t ON t.id = a.turn_id
   WHERE a.version > 0 AND t.status = 'complete' ORDER BY a.id DESC LIMIT 3`;

/** Checks that the latest recordings have the stated duration and the current text. */
const checkRecordings = async (backend: TestBackend, history: SoakHistory) => {
  const rows = await runSql<RecordingSample>(backend, RECORDINGS);
  for (const { id, audio, durationMs, sentences, content } of rows) {
    const decoded = await decodeMp3(audio);
    if (Math.abs(decoded.durationMs - durationMs) > 200)
      history.violate(`recording ${id} has ${decoded.durationMs} ms instead of ${durationMs} ms`);
    if (sentences.join("\n") !== splitSentences(content).join("\n"))
      history.violate(`recording ${id} speaks "${sentences.join(" ")}" instead of "${content}"`);
  }
};

const measureResources = async (pid: number): Promise<ProcessResources> => {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const [, kilobytes = 0] = /^VmRSS:\s+(\d+) kB$/m.exec(status) ?? [];
  const files = await readdir(`/proc/${pid}/fd`).catch(() => []);
  return { files: files.length, megabytes: Number(kilobytes) / 1024 };
};

/** Returns the open files and the memory of each process, by name and process id. */
export const measureResourcesByProcess = async ({
  slots,
}: SoakStack): Promise<Map<string, ProcessResources>> => {
  const measured = slots.map(async ({ name, process }): Promise<[string, ProcessResources]> => [
    `${name} (${process.pid})`,
    await measureResources(process.pid),
  ]);
  return new Map(await Promise.all(measured));
};

/** Checks all invariants of the rows. Call it only when no job is open. */
export const checkRows = async (
  { backend }: SoakStack,
  accepted: AcceptedRequests,
  history: SoakHistory,
): Promise<void> => {
  for (const broken of await findViolations(backend.database.url)) history.violate(broken);
  for (const [what, statement] of Object.entries(FORBIDDEN_ROWS)) {
    const rows = await runSql<object>(backend, statement, []);
    if (rows.length > 0) history.violate(`${what}: ${JSON.stringify(rows)}`);
  }
  await checkAcceptedRequests(backend, accepted, history);
  await checkRecordings(backend, history);
};

/** Checks that enough has happened in the run to make the other checks meaningful. */
export const checkActivity = async (backend: TestBackend, history: SoakHistory): Promise<void> => {
  for (const [what, statement] of Object.entries(EXPECTED_ROWS)) {
    const { length } = await runSql<object>(backend, statement);
    if (length === 0) history.violate(`0 ${what} in all`);
  }
};
