import { hidden, notFound } from "#shared/contract/errors.ts";
import { type DebateSubject, may } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";

/**
 * The debate, if the viewer may see it. Throws not_found; for a hidden debate the answer is the same, and
 * the denial is logged.
 */
export const requireVisible = <Subject extends DebateSubject>(
  viewer: Viewer,
  debate: Subject | undefined | null,
): Subject => {
  if (!debate) throw notFound("Debate");
  if (!may(viewer, "see", debate)) throw hidden("Debate");
  return debate;
};
