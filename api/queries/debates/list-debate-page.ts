import { IS_LIVE_SQL, LIVE_CANDIDATE_IDS_SQL } from "#infra/db/debates/live-debate-sql.ts";
import { type PageStatements, selectPage } from "#infra/db/select-page.ts";
import { listAvailableProviders } from "#infra/env.ts";
import { baseLanguageSql } from "#infra/presenters/debate-progress-presenter.ts";
import {
  LISTED_DEBATE_COLUMNS_SQL,
  type ListedDebateColumns,
  presentListedDebate,
} from "#infra/presenters/listed-debate-presenter.ts";
import type { ListedDebate, PublicDebatesQuery } from "#shared/contract/debates/debate.ts";
import { type ListPage, EMPTY_PAGE } from "#shared/contract/page.ts";
import { getBaseLanguage } from "#shared/domain/debates/language/language.ts";
import { hasUnsearchableText, MAX_SEARCH_RESULTS } from "#shared/domain/search.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { VISITOR_MAX_DEBATES } from "#shared/domain/accounts/visitor-limits.ts";
import type { Context } from "#api/context.ts";
import { buildDebatesSql } from "./find-debates.ts";
import { buildSearchCondition, type DebateSearch, searchDebates } from "./search-debates.ts";

/** A list of debates. `where` and `order` are constant SQL, never user input. */
interface DebateListScope {
  where: string;
  order: string;
  ownerId?: number;
}

/** SQL conditions on `debates d`. The ids of possibly live debates come from indexes. */
const STATUS_SQL: Record<NonNullable<PublicDebatesQuery["status"]>, string> = {
  live: `d.id IN (${LIVE_CANDIDATE_IDS_SQL}) AND ${IS_LIVE_SQL}`,
  paused: `d.status = 'active' AND NOT ${IS_LIVE_SQL}`,
  pending: `d.status = 'pending' AND NOT ${IS_LIVE_SQL}`,
  completed: "d.status = 'completed'",
  active: "d.status = 'active'",
};

/** Returns SQL conditions and their values. Their parameters are numbered from `after` + 1. */
const buildConditions = (
  { where, ownerId }: DebateListScope,
  { status, format, provider, language }: PublicDebatesQuery,
  search: DebateSearch | null,
  after: number,
) => {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${after + values.push(value)}`;
  const texts = [where];
  if (ownerId !== undefined) texts.push(`d.user_id = ${parameter(ownerId)}`);
  if (status) texts.push(STATUS_SQL[status]);
  if (format) texts.push(`d.format = ${parameter(format)}`);
  if (provider) texts.push(`${parameter(provider)} IN (d.bot_a_provider, d.bot_b_provider)`);
  if (language) texts.push(`${baseLanguageSql("d")} = ${parameter(getBaseLanguage(language))}`);
  if (search) texts.push(buildSearchCondition(search, parameter));
  return { text: texts.join(" AND "), values };
};

/**
 * Maximum number of rows on all pages together; null for no limit. Searches and visitors have a
 * limit.
 */
const getMaxListed = (viewer: Viewer, search: DebateSearch | null): number | null => {
  if (viewer === null) return VISITOR_MAX_DEBATES;
  return search && MAX_SEARCH_RESULTS;
};

export const buildDebatePageStatements = (
  viewer: Viewer,
  list: DebateListScope,
  query: PublicDebatesQuery,
  search: DebateSearch | null,
): PageStatements => {
  const maxListed = getMaxListed(viewer, search);
  const offset = (query.page - 1) * query.perPage;
  const limit = Math.max(0, Math.min(query.perPage, (maxListed ?? Infinity) - offset));
  const rowConditions = buildConditions(list, query, search, 3);
  const countConditions = buildConditions(list, query, search, 1);
  return {
    rows: {
      text: `${buildDebatesSql(LISTED_DEBATE_COLUMNS_SQL)}
        WHERE ${rowConditions.text} ORDER BY ${list.order} LIMIT $2 OFFSET $3`,
      values: [viewer?.id ?? null, limit, offset, ...rowConditions.values],
    },
    total: {
      text: `SELECT count(*)::int AS total
        FROM (SELECT FROM debates d WHERE ${countConditions.text} LIMIT $1) AS listed`,
      values: [maxListed, ...countConditions.values],
    },
  };
};

export const listDebatePage = async (
  { sql, env }: Pick<Context, "env" | "sql">,
  viewer: Viewer,
  list: DebateListScope,
  query: PublicDebatesQuery,
): Promise<ListPage<ListedDebate>> => {
  if (hasUnsearchableText(query.q)) return EMPTY_PAGE;
  const search = await searchDebates(sql, env.labels, viewer, query);
  const statements = buildDebatePageStatements(viewer, list, query, search);
  const { rows, total } = await selectPage<ListedDebateColumns>(sql, statements);
  const available = listAvailableProviders(env);
  return { rows: rows.map((row) => presentListedDebate(row, viewer, available)), total };
};
