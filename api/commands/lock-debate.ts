import type { EntityManager } from "typeorm";
import { Debate } from "#infra/db/entities/debate.ts";
import { DomainError, notFound } from "#shared/contract/errors.ts";
import { type DebateAct, may } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";

/**
 * The debate's row, locked until the transaction ends, for somebody who may do this to it. Throws
 * not_found where the viewer may not know of it, forbidden where they may not do it.
 */
export const lockDebate = async (
  tx: EntityManager,
  viewer: Viewer,
  id: number,
  act: DebateAct,
): Promise<Debate> => {
  const debate = await tx.findOne(Debate, { where: { id }, lock: { mode: "pessimistic_write" } });
  if (debate && may(viewer, act, debate)) return debate;
  if (!debate || !may(viewer, "see", debate)) throw notFound("Debate");
  throw new DomainError("forbidden", "Only the debate's owner may do this.");
};
