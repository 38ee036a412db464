import type { Debate } from "#shared/contract/debates/debate.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { DEBATES_SQL, findDebates } from "./find-debates.ts";
import { requireVisible } from "../require-visible.ts";

const BY_ID_SQL = "WHERE d.id = $2";
/** The statement of `getDebate`, for the warm-up of connections. */
export const ONE_DEBATE_SQL = `${DEBATES_SQL} ${BY_ID_SQL}`;

/**
 * Returns a debate, read with one statement. Throws not_found, also for a private debate that the
 * viewer may not see.
 */
export const getDebate = async (
  context: Pick<Context, "env" | "coalescedSql">,
  viewer: Viewer,
  id: number,
): Promise<Debate> => {
  const [debate] = await findDebates(context.coalescedSql, context, viewer, BY_ID_SQL, [id]);
  return requireVisible(viewer, debate);
};
