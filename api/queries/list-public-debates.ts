import type { ListedDebate, PublicDebatesQuery } from "#shared/contract/debate.ts";
import type { ListPage } from "#shared/contract/page.ts";
import type { DebateSort } from "#shared/domain/debate-list.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { listDebates } from "./debate-pages.ts";

/** Each order has an index. */
export const ORDERS = {
  popular: "d.popularity DESC, d.id DESC",
  newest: "d.id DESC",
  voted: "(d.upvotes + d.downvotes + d.winner_votes) DESC, d.id DESC",
} as const satisfies Record<DebateSort, string>;

const LISTED = "d.is_public AND NOT d.is_unlisted";

/** The popular list contains only debates with at least one turn. */
export const publicList = (sort: DebateSort) => ({
  where: sort === "popular" ? `${LISTED} AND d.current_turn > 0` : LISTED,
  order: ORDERS[sort],
});

/** Returns a page of the public debates. Visitors only get the first few rows. */
export const listPublicDebates = (
  context: Context,
  viewer: Viewer,
  query: PublicDebatesQuery,
): Promise<ListPage<ListedDebate>> => listDebates(context, viewer, publicList(query.sort), query);
