import { setTimeout as pause } from "node:timers/promises";
import type { Pool } from "pg";
import { z } from "zod";
import { IS_LIVE_SQL, WRITTEN_AT_MS_SQL } from "#infra/db/debates/live-debate-sql.ts";
import { OPEN_PAGES_SQL } from "#infra/db/open-pages-sql.ts";
import { Id } from "#shared/contract/primitives.ts";
import { FORM_DEFAULT_TURNS } from "#shared/domain/debates/turn.ts";
import { getFailureReason } from "../launcher/failure-reason.ts";
import { SAMPLE_OWNER_EMAIL, SAMPLE_SHOWS } from "./sample-debates.ts";
import { type OwnerRequest, type SampleApi, withSampleOwner } from "./sample-owner-client.ts";
import { selectShowStep, type Show, type ShowStep, type SiteState } from "./select-show-step.ts";

const POLL_INTERVAL_MS = 500;
const RETRY_DELAY_MS = 5_000;

const [FIRST_SHOW, ...OTHER_SHOWS] = SAMPLE_SHOWS;
const TOPICS = [FIRST_SHOW.topic, ...OTHER_SHOWS.map(({ topic }) => topic)] as const;

const SHOWS_SQL = `
  SELECT d.id, d.topic, d.status = 'completed' AS "isCompleted",
         d.auto_play_by IS NOT NULL AS "isAutoPlayOn", ${IS_LIVE_SQL} AS "isLive",
         ${WRITTEN_AT_MS_SQL} AS "writtenAt"
    FROM debates d JOIN users u ON u.id = d.user_id
   WHERE u.email = $1 AND d.topic = ANY ($2) ORDER BY d.id DESC`;

/**
 * Gives the owner of the samples a credit if none is left. The ledger entry's reference contains
 * the number of earlier entries, because references must be unique.
 */
const ADD_CREDIT_SQL = `
  INSERT INTO credit_ledger (user_id, delta, reason, reference)
  SELECT id, 1, 'admin', 'samples: ' || (SELECT count(*) FROM credit_ledger WHERE user_id = u.id)
    FROM users u WHERE email = $1 AND credits = 0`;

const readSiteState = async (pool: Pool): Promise<SiteState> => {
  const { rows: shows } = await pool.query<Show>(SHOWS_SQL, [SAMPLE_OWNER_EMAIL, TOPICS]);
  const { rows } = await pool.query<Omit<SiteState, "shows">>(OPEN_PAGES_SQL);
  return { pages: 0, openedAt: 0, ...rows[0], shows };
};

/** Requests a turn and turns Auto-Play on. A turn that failed is tried again. */
const playShow = async (send: OwnerRequest, id: number): Promise<void> => {
  await send("POST", `/api/debates/${id}/turns`);
  await send("PUT", `/api/debates/${id}/auto-play`, { on: true });
};

const startShow = async (
  pool: Pool,
  send: OwnerRequest,
  { topic, replacedIds }: Extract<ShowStep, { act: "start" }>,
): Promise<void> => {
  for (const id of replacedIds) await send("DELETE", `/api/debates/${id}`);
  await pool.query(ADD_CREDIT_SQL, [SAMPLE_OWNER_EMAIL]);
  const { botAProvider, botBProvider } =
    SAMPLE_SHOWS.find((show) => show.topic === topic) ?? FIRST_SHOW;
  const created = await send("POST", "/api/debates", {
    topic,
    format: "roast",
    maxTurns: FORM_DEFAULT_TURNS,
    botAProvider,
    botBProvider,
    onlyOwnerSteps: true,
  });
  await playShow(send, z.object({ id: Id }).parse(created).id);
};

const takeStep = (pool: Pool, api: SampleApi, step: ShowStep): Promise<void> =>
  withSampleOwner(pool, api, async (send) => {
    if (step.act === "start") return startShow(pool, send, step);
    if (step.act === "resume") return playShow(send, step.id);
    await send("PUT", `/api/debates/${step.id}/auto-play`, { on: false });
  });

/**
 * Lets a sample debate play while a page is open, until the signal aborts. The debate is
 * created and continued by requests to the API. After a failure, which is printed once, it tries
 * again. Returns at once if the database has no samples.
 */
export const runSampleShows = async (
  pool: Pool,
  api: SampleApi,
  signal: AbortSignal,
): Promise<void> => {
  const owner = await pool.query("SELECT FROM users WHERE email = $1", [SAMPLE_OWNER_EMAIL]);
  if (owner.rowCount === 0) return;
  let isFailing = false;
  for (;;) {
    try {
      const step = selectShowStep(await readSiteState(pool), TOPICS);
      if (step) await takeStep(pool, api, step);
      isFailing = false;
    } catch (err) {
      signal.throwIfAborted();
      if (!isFailing)
        console.error(`The live sample debate is interrupted.\n${getFailureReason(err)}`);
      isFailing = true;
    }
    await pause(isFailing ? RETRY_DELAY_MS : POLL_INTERVAL_MS, undefined, { signal });
  }
};
