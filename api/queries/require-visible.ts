import { hidden, notFound } from "#shared/contract/errors.ts";
import { type DebateSubject, can } from "#shared/domain/accounts/permissions.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";

/**
 * Returns the debate if the viewer may see it. Throws `not_found` otherwise. Clients cannot tell a
 * hidden debate from a missing one, but the denial of a hidden one is logged.
 */
export const requireVisible = <Subject extends DebateSubject>(
  viewer: Viewer,
  debate: Subject | undefined | null,
): Subject => {
  if (!debate) throw notFound("Debate");
  if (!can(viewer, "see", debate)) throw hidden("Debate");
  return debate;
};
