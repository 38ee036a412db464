import { select, type Sql } from "#infra/db/sql.ts";
import { notFound } from "#shared/contract/errors.ts";
import { type DebateSubject, may } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";

const SUBJECT = `
  SELECT d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status FROM debates d WHERE d.id = $1`;

/** Everybody comes back at once after a cut: a second's joins of a debate ask once. */
export const KEPT_MS = 1000;

export interface VisibleDebates {
  /** Throws not_found for a debate that the viewer may not see. */
  requireVisible(viewer: Viewer, debateId: number): Promise<void>;
  /** Has the rows asked again from now on, by those too who wait for what they said before. */
  forget(debateId: number): void;
}

/** Who may see which debate, as the rows have it or had it a moment ago. */
export const rememberVisible = (reads: Sql, keptMs = KEPT_MS): VisibleDebates => {
  const kept = new Map<number, Promise<DebateSubject | undefined>>();
  /** Those whose answer may be out of date by the time it comes. */
  const forgotten = new WeakSet<object>();
  const find = (debateId: number): Promise<DebateSubject | undefined> => {
    const known = kept.get(debateId);
    if (known) return known;
    const asked: ReturnType<typeof find> = select<DebateSubject>(reads, SUBJECT, [debateId]).then(
      ([debate]) => (forgotten.has(asked) ? find(debateId) : debate),
    );
    kept.set(debateId, asked);
    const expire = () => {
      if (kept.get(debateId) === asked) kept.delete(debateId);
    };
    asked.then(() => setTimeout(expire, keptMs).unref(), expire);
    return asked;
  };
  return {
    async requireVisible(viewer, debateId) {
      const debate = await find(debateId);
      if (!debate || !may(viewer, "see", debate)) throw notFound("Debate");
    },
    forget(debateId) {
      const known = kept.get(debateId);
      if (known) forgotten.add(known);
      kept.delete(debateId);
    },
  };
};
