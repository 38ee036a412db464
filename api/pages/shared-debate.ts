import type { Debate } from "#shared/contract/debate.ts";
import { notFound } from "#shared/contract/errors.ts";
import { isShareable } from "#shared/domain/rights.ts";
import { getDebate } from "../queries/get-debate.ts";
import type { Context } from "../context.ts";

/** A debate as a visitor sees it, if it may be shared. Throws not_found for any other. */
export const sharedDebate = async (context: Context, id: number | undefined): Promise<Debate> => {
  const debate = id === undefined ? undefined : await getDebate(context, null, id);
  if (!debate || !isShareable(debate)) throw notFound("Debate");
  return debate;
};
