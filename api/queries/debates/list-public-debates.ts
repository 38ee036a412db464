import type { ListedDebate, PublicDebatesQuery } from "#shared/contract/debates/debate.ts";
import type { ListPage } from "#shared/contract/page.ts";
import type { DebateSort } from "#shared/domain/debates/debate-list.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { listDebatePage } from "./list-debate-page.ts";

/** There is an index for each order. */
export const PUBLIC_DEBATE_ORDERS = {
  popular: "d.popularity DESC, d.id DESC",
  newest: "d.id DESC",
  voted: "(d.upvotes + d.downvotes + d.winner_votes) DESC, d.id DESC",
} as const satisfies Record<DebateSort, string>;

export const IS_LISTED_SQL = "d.is_public AND NOT d.is_unlisted";

/** The popular list contains only debates with at least one turn. */
export const getPublicListScope = (sort: DebateSort) => ({
  where: sort === "popular" ? `${IS_LISTED_SQL} AND d.current_turn > 0` : IS_LISTED_SQL,
  order: PUBLIC_DEBATE_ORDERS[sort],
});

/** Returns a page of the public debates. Visitors only get the first few rows. */
export const listPublicDebates = (
  context: Pick<Context, "env" | "sql">,
  viewer: Viewer,
  query: PublicDebatesQuery,
): Promise<ListPage<ListedDebate>> =>
  listDebatePage(context, viewer, getPublicListScope(query.sort), query);
