import type { Debate } from "#shared/contract/debate.ts";
import { notFound } from "#shared/contract/errors.ts";
import { may } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { DEBATES, findDebates } from "./find-debates.ts";

const ONE = "WHERE d.id = $2";
/** As `getDebate` asks it. */
export const ONE_DEBATE = `${DEBATES} ${ONE}`;

/** One debate, in one statement. Throws not_found, also for somebody else's private one. */
export const getDebate = async (context: Context, viewer: Viewer, id: number): Promise<Debate> => {
  const [debate] = await findDebates(context.crowdReads, context, viewer, ONE, [id]);
  if (!debate || !may(viewer, "see", debate)) throw notFound("Debate");
  return debate;
};
