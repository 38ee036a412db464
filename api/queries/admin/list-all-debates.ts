import { listAvailableProviders } from "#infra/env.ts";
import type { Sql } from "#infra/db/sql.ts";
import { type PageStatements, selectPage } from "#infra/db/select-page.ts";
import { AUDIO_JOB_COLUMNS_SQL } from "#infra/presenters/turn-audio-presenter.ts";
import { AUDIO_COUNTS_SQL } from "#infra/presenters/turn-audio-presenter.ts";
import { type DebateColumns, presentDebate } from "#infra/presenters/debate-presenter.ts";
import type {
  AdminDebate,
  AdminDebatesQuery,
  AdminDebateSort,
} from "#shared/contract/admin/admin.ts";
import { type ListPage, EMPTY_PAGE } from "#shared/contract/page.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { hasUnsearchableText } from "#shared/domain/search.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { buildDebatesSql } from "../debates/find-debates.ts";
import { buildSearchSql, readSearchText, type SearchText } from "../debates/search-debates.ts";
import { PUBLIC_DEBATE_ORDERS as PUBLIC_ORDERS } from "../debates/list-public-debates.ts";

const ADMIN_DEBATE_ORDERS = {
  ...PUBLIC_ORDERS,
  oldest: "d.id",
  topic: "lower(d.topic), d.id",
  "-topic": "lower(d.topic) DESC, d.id DESC",
} as const satisfies Record<AdminDebateSort, string>;

const ADMIN_COLUMNS = `
  d.verdict_status AS verdict, ${AUDIO_COUNTS_SQL} AS audio,
  (SELECT to_json(job) FROM (SELECT ${AUDIO_JOB_COLUMNS_SQL} FROM audio_jobs j
                              WHERE j.debate_id = d.id AND j.status = 'running') AS job) AS "audioJob"`;

type AdminDebateColumns = DebateColumns & Pick<AdminDebate, "verdict" | "audio" | "audioJob">;

/** Presents a debate to an admin. Admin pages show all results, even if the admin has not voted. */
export const createAdminDebatePresenter =
  (viewer: SignedInViewer, available: readonly Provider[]) =>
  (row: AdminDebateColumns): AdminDebate => ({
    ...presentDebate({ ...row, isSealed: false }, viewer, available),
    audio: row.audio,
    audioJob: row.audioJob,
    verdict: row.verdict,
  });

/**
 * Returns a search for `q` in topics only; null if `q` is empty. In the index, words of topics have
 * the weight A.
 */
export const readTopicSearch = async (sql: Sql, q: string): Promise<SearchText | null> =>
  q === "" ? null : readSearchText(sql, q, { weight: "A" });

export const buildAdminDebatePageStatements = (
  viewer: SignedInViewer,
  { sort, page, perPage }: AdminDebatesQuery,
  search: SearchText | null,
): PageStatements => {
  const values = search ? [search.pattern, search.words] : [];
  const matching = (pattern: string, words: string) =>
    search ? `WHERE d.id IN (${buildSearchSql(pattern, words, 0)})` : "";
  return {
    rows: {
      text: `${buildDebatesSql(ADMIN_COLUMNS)} ${matching("$4", "$5")} ORDER BY ${ADMIN_DEBATE_ORDERS[sort]} LIMIT $2 OFFSET $3`,
      values: [viewer.id, perPage, (page - 1) * perPage, ...values],
    },
    total: {
      text: `SELECT count(*)::int AS total FROM debates d ${matching("$1", "$2")}`,
      values,
    },
  };
};

/** Returns a page of all debates, including private ones. `q` matches words and parts of the topic. */
export const listAllDebates = async (
  { sql, env }: Pick<Context, "env" | "sql">,
  viewer: SignedInViewer,
  query: AdminDebatesQuery,
): Promise<ListPage<AdminDebate>> => {
  if (hasUnsearchableText(query.q)) return EMPTY_PAGE;
  const search = await readTopicSearch(sql, query.q);
  const statements = buildAdminDebatePageStatements(viewer, query, search);
  const { rows, total } = await selectPage<AdminDebateColumns>(sql, statements);
  return { rows: rows.map(createAdminDebatePresenter(viewer, listAvailableProviders(env))), total };
};
