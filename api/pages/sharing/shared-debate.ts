import type { Debate } from "#shared/contract/debates/debate.ts";
import { hidden, notFound } from "#shared/contract/errors.ts";
import { isShareable } from "#shared/domain/accounts/permissions.ts";
import { getDebate } from "#api/queries/debates/get-debate.ts";
import type { Context } from "#api/context.ts";

/** Returns a debate as visitors see it. Throws `not_found` unless it is public and shared. */
export const getSharedDebate = async (
  context: Pick<Context, "env" | "coalescedSql">,
  id: number | undefined,
): Promise<Debate> => {
  if (id === undefined) throw notFound("Debate");
  const debate = await getDebate(context, null, id);
  if (!isShareable(debate)) throw hidden("Debate");
  return debate;
};
