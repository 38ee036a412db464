import type { Debate } from "#shared/contract/debate.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { DEBATES, findDebates } from "./find-debates.ts";
import { requireVisible } from "./require-visible.ts";

const ONE = "WHERE d.id = $2";
/** The statement of `getDebate`, for the warm-up. */
export const ONE_DEBATE = `${DEBATES} ${ONE}`;

/**
 * Returns a debate, with one statement. Throws not_found, also for a private debate that the viewer
 * may not see.
 */
export const getDebate = async (context: Context, viewer: Viewer, id: number): Promise<Debate> => {
  const [debate] = await findDebates(context.crowdReads, context, viewer, ONE, [id]);
  return requireVisible(viewer, debate);
};
