import { containing } from "#infra/db/containing.ts";
import { select } from "#infra/db/sql.ts";
import type { Debate, PublicDebatesQuery } from "#shared/contract/debate.ts";
import type { ListPage } from "#shared/contract/page.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { VISITOR_LIST } from "#shared/domain/visitor.ts";
import type { Context } from "../context.ts";
import { findDebates } from "./find-debates.ts";

/** Each order with its own condition, as its index has it. */
const SORTS = {
  popular: { where: "d.current_turn > 0", order: "d.popularity DESC, d.id DESC" },
  newest: { where: "true", order: "d.id DESC" },
  voted: {
    where: "true",
    order: "(d.upvotes + d.downvotes + d.winner_votes) DESC, d.id DESC",
  },
} as const satisfies Record<PublicDebatesQuery["sort"], object>;

/** A page of the public debates; visitors see the first few and no more, whatever they ask. */
export const listPublicDebates = async (
  context: Context,
  viewer: Viewer,
  { sort, q, page, perPage }: PublicDebatesQuery,
): Promise<ListPage<Debate>> => {
  const visible = viewer === null ? VISITOR_LIST : null;
  const offset = (page - 1) * perPage;
  const limit = visible === null ? perPage : Math.max(0, Math.min(perPage, visible - offset));
  const where = `WHERE d.is_public AND NOT d.is_unlisted AND ${SORTS[sort].where}`;
  const pattern = q === "" ? [] : [containing(q)];
  const matching = (parameter: string) => (q === "" ? "" : `AND d.topic ILIKE ${parameter}`);
  const [rows, [counted]] = await Promise.all([
    findDebates(
      context.reads,
      context,
      viewer,
      `${where} ${matching("$4")} ORDER BY ${SORTS[sort].order} LIMIT $2 OFFSET $3`,
      [limit, offset, ...pattern],
    ),
    select<{ total: number }>(
      context.reads,
      `SELECT count(*)::int AS total
         FROM (SELECT FROM debates d ${where} ${matching("$2")} LIMIT $1) AS visible`,
      [visible, ...pattern],
    ),
  ]);
  return { rows, total: counted?.total ?? 0 };
};
