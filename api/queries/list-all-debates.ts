import { availableProviders } from "#infra/env.ts";
import { containing } from "#infra/db/containing.ts";
import { type PageStatements, selectPage } from "#infra/db/select-page.ts";
import { AUDIO_JOB } from "#infra/views/audio-job.ts";
import { AUDIO_COUNTS } from "#infra/views/turn-audio.ts";
import { type DebateColumns, debateView } from "#infra/views/debate-view.ts";
import type { AdminDebate, AdminDebatesQuery, AdminDebateSort } from "#shared/contract/admin.ts";
import { type ListPage, NOTHING_FOUND } from "#shared/contract/page.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { findsNothing } from "#shared/domain/search.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { debatesWith } from "./find-debates.ts";
import { ORDERS as PUBLIC_ORDERS } from "./list-public-debates.ts";

const ORDERS = {
  ...PUBLIC_ORDERS,
  oldest: "d.id",
  topic: "lower(d.topic), d.id",
  "-topic": "lower(d.topic) DESC, d.id DESC",
} as const satisfies Record<AdminDebateSort, string>;

const ADMIN_COLUMNS = `
  d.verdict_status AS verdict, ${AUDIO_COUNTS} AS audio,
  (SELECT to_json(job) FROM (SELECT ${AUDIO_JOB} FROM audio_jobs j
                              WHERE j.debate_id = d.id AND j.status = 'running') AS job) AS "audioJob"`;

type AdminDebateColumns = DebateColumns & Pick<AdminDebate, "verdict" | "audio" | "audioJob">;

export const adminDebateView =
  (viewer: SignedIn, available: readonly Provider[]) =>
  (row: AdminDebateColumns): AdminDebate => ({
    ...debateView(row, viewer, available),
    audio: row.audio,
    audioJob: row.audioJob,
    verdict: row.verdict,
  });

export const debatePageStatements = (
  viewer: SignedIn,
  { sort, q, page, perPage }: AdminDebatesQuery,
): PageStatements => {
  const pattern = q === "" ? [] : [containing(q)];
  const matching = (parameter: string) => (q === "" ? "" : `WHERE d.topic ILIKE ${parameter}`);
  return {
    rows: {
      text: `${debatesWith(ADMIN_COLUMNS)} ${matching("$4")} ORDER BY ${ORDERS[sort]} LIMIT $2 OFFSET $3`,
      values: [viewer.id, perPage, (page - 1) * perPage, ...pattern],
    },
    total: {
      text: `SELECT count(*)::int AS total FROM debates d ${matching("$1")}`,
      values: pattern,
    },
  };
};

/** Returns a page of all debates, including private ones. `q` matches any part of the topic. */
export const listAllDebates = async (
  { reads, env }: Context,
  viewer: SignedIn,
  query: AdminDebatesQuery,
): Promise<ListPage<AdminDebate>> => {
  if (findsNothing(query.q)) return NOTHING_FOUND;
  const statements = debatePageStatements(viewer, query);
  const { rows, total } = await selectPage<AdminDebateColumns>(reads, statements);
  return { rows: rows.map(adminDebateView(viewer, availableProviders(env))), total };
};
