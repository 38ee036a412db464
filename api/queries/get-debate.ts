import type { Debate } from "#shared/contract/debate.ts";
import { notFound } from "#shared/contract/errors.ts";
import { may } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { findDebates } from "./find-debates.ts";

/** One debate, in one statement. Throws not_found, also for somebody else's private one. */
export const getDebate = async (context: Context, viewer: Viewer, id: number): Promise<Debate> => {
  const [debate] = await findDebates(context.reads, context, viewer, "WHERE d.id = $2", [id]);
  if (!debate || !may(viewer, "see", debate)) throw notFound("Debate");
  return debate;
};
