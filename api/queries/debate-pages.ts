import { type PageStatements, selectPage } from "#infra/db/select-page.ts";
import { availableProviders } from "#infra/env.ts";
import {
  LISTED_COLUMNS,
  type ListedColumns,
  listedDebateView,
} from "#infra/views/listed-debate.ts";
import type { ListedDebate, PublicDebatesQuery } from "#shared/contract/debate.ts";
import { type ListPage, NOTHING_FOUND } from "#shared/contract/page.ts";
import { findsNothing, MOST_FOUND } from "#shared/domain/search.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { VISITOR_LIST } from "#shared/domain/visitor.ts";
import type { Context } from "../context.ts";
import { debatesWith } from "./find-debates.ts";
import { isFound, type Search, searchFor } from "./search-debates.ts";

/** A list of debates. `where` and `order` are constant SQL, never user input. */
interface DebateList {
  where: string;
  order: string;
  ownerId?: number;
}

/** SQL conditions and their values. Parameters are numbered from `after` + 1. */
const conditions = (
  { where, ownerId }: DebateList,
  { status, format, provider }: PublicDebatesQuery,
  search: Search | null,
  after: number,
) => {
  const values: unknown[] = [];
  const parameter = (value: unknown): string => `$${after + values.push(value)}`;
  const texts = [where];
  if (ownerId !== undefined) texts.push(`d.user_id = ${parameter(ownerId)}`);
  if (status) texts.push(`d.status = ${parameter(status)}`);
  if (format) texts.push(`d.format = ${parameter(format)}`);
  if (provider) texts.push(`${parameter(provider)} IN (d.bot_a_provider, d.bot_b_provider)`);
  if (search) texts.push(isFound(search, parameter));
  return { text: texts.join(" AND "), values };
};

/** Maximum number of rows on all pages: limited for searches and for visitors. */
const mostOf = (viewer: Viewer, search: Search | null): number | null => {
  if (viewer === null) return VISITOR_LIST;
  return search && MOST_FOUND;
};

export const debatePageStatements = (
  viewer: Viewer,
  list: DebateList,
  query: PublicDebatesQuery,
  search: Search | null,
): PageStatements => {
  const most = mostOf(viewer, search);
  const offset = (query.page - 1) * query.perPage;
  const limit = Math.max(0, Math.min(query.perPage, (most ?? Infinity) - offset));
  const paged = conditions(list, query, search, 3);
  const counted = conditions(list, query, search, 1);
  return {
    rows: {
      text: `${debatesWith(LISTED_COLUMNS)}
        WHERE ${paged.text} ORDER BY ${list.order} LIMIT $2 OFFSET $3`,
      values: [viewer?.id ?? null, limit, offset, ...paged.values],
    },
    total: {
      text: `SELECT count(*)::int AS total
        FROM (SELECT FROM debates d WHERE ${counted.text} LIMIT $1) AS listed`,
      values: [most, ...counted.values],
    },
  };
};

export const listDebates = async (
  { reads, env }: Context,
  viewer: Viewer,
  list: DebateList,
  query: PublicDebatesQuery,
): Promise<ListPage<ListedDebate>> => {
  if (findsNothing(query.q)) return NOTHING_FOUND;
  const search = await searchFor(reads, env.labels, viewer, query.q);
  const statements = debatePageStatements(viewer, list, query, search);
  const { rows, total } = await selectPage<ListedColumns>(reads, statements);
  const available = availableProviders(env);
  return { rows: rows.map((row) => listedDebateView(row, viewer, available)), total };
};
