import type { ListedDebate, PublicDebatesQuery } from "#shared/contract/debate.ts";
import type { ListPage } from "#shared/contract/page.ts";
import type { DebateSort } from "#shared/domain/debate-list.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { listDebates } from "./debate-pages.ts";

/** Each order as an index has it. */
export const ORDERS = {
  popular: "d.popularity DESC, d.id DESC",
  newest: "d.id DESC",
  voted: "(d.upvotes + d.downvotes + d.winner_votes) DESC, d.id DESC",
} as const satisfies Record<DebateSort, string>;

const LISTED = "d.is_public AND NOT d.is_unlisted";

/** What has not begun has had no chance to be popular. */
export const publicList = (sort: DebateSort) => ({
  where: sort === "popular" ? `${LISTED} AND d.current_turn > 0` : LISTED,
  order: ORDERS[sort],
});

/** A page of the public debates; visitors see the first few and no more, whatever they ask. */
export const listPublicDebates = (
  context: Context,
  viewer: Viewer,
  query: PublicDebatesQuery,
): Promise<ListPage<ListedDebate>> => listDebates(context, viewer, publicList(query.sort), query);
