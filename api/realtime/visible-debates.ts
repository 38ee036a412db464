import { select, type Sql } from "#infra/db/sql.ts";
import { notFound } from "#shared/contract/errors.ts";
import { type DebateSubject, may } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";

const SUBJECT = `
  SELECT d.user_id AS "userId", d.is_public AS "isPublic", d.status FROM debates d WHERE d.id = $1`;

/** Everybody comes back at once after a cut: a second's joins of a debate ask once. */
const KEPT_MS = 1000;

export interface VisibleDebates {
  /** Throws not_found for a debate that the viewer may not see. */
  requireVisible(viewer: Viewer, debateId: number): Promise<void>;
}

/**
 * Who may see which debate, as the rows have it or had it a second ago. Whoever lets the owner of a
 * debate change who may see it has to make this forget it, before the others are sent away.
 */
export const rememberVisible = (reads: Sql): VisibleDebates => {
  const kept = new Map<number, Promise<DebateSubject | undefined>>();
  const find = (debateId: number): Promise<DebateSubject | undefined> => {
    const known = kept.get(debateId);
    if (known) return known;
    const asked = select<DebateSubject>(reads, SUBJECT, [debateId]).then(([debate]) => debate);
    kept.set(debateId, asked);
    const forget = () => kept.delete(debateId);
    asked.then(() => setTimeout(forget, KEPT_MS).unref(), forget);
    return asked;
  };
  return {
    async requireVisible(viewer, debateId) {
      const debate = await find(debateId);
      if (!debate || !may(viewer, "see", debate)) throw notFound("Debate");
    },
  };
};
