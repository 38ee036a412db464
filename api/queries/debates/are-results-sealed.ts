import { hasAnswered } from "#infra/db/debates/sealed-results-sql.ts";
import type { Sql } from "#infra/db/sql.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { isSealInForce, type SealSubject } from "#shared/domain/debates/judging/sealed-results.ts";

type SealedDebate = SealSubject & { id: number };

/**
 * Whether the viewer has voted or skipped the vote, and therefore sees results that are hidden from
 * others. Both are possible only after the debate's end, so the database is read only from the end
 * until all members see the results.
 */
export const hasBrokenSeal = async (
  sql: Sql,
  viewer: Viewer,
  debate: SealedDebate,
): Promise<boolean> =>
  viewer !== null &&
  debate.status === "completed" &&
  isSealInForce(debate, Date.now()) &&
  hasAnswered(sql, debate.id, viewer.id);

/**
 * Whether the results of a debate's last turns are sealed, that is, hidden from this viewer.
 * Visitors cannot vote, so for them the seal ends only some minutes after the debate.
 */
export const areResultsSealed = async (
  sql: Sql,
  viewer: Viewer,
  debate: SealedDebate,
): Promise<boolean> =>
  isSealInForce(debate, Date.now()) && !(await hasBrokenSeal(sql, viewer, debate));
