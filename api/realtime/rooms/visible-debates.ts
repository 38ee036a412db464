import { selectRows, type Sql } from "#infra/db/sql.ts";
import type { DebateSubject } from "#shared/domain/accounts/permissions.ts";
import type { SealSubject } from "#shared/domain/debates/judging/sealed-results.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { requireVisible } from "#api/queries/require-visible.ts";

const DEBATE_SUBJECT_SQL = `
  SELECT d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status, d.id,
         d.spoken_at AS "spokenAt" FROM debates d WHERE d.id = $1`;

type WatchedDebate = DebateSubject & SealSubject & { id: number };

export interface VisibleDebates {
  /** Returns the debate. Throws `not_found` if the viewer may not see it. */
  requireVisible(viewer: Viewer, debateId: number): Promise<WatchedDebate>;
  /** Makes running checks read the row again, because their result may be outdated. */
  invalidate(debateId: number): void;
}

/**
 * Checks who may see a debate. Caches nothing, but joins in the same tick of the event loop share a
 * read, for example when many clients reconnect.
 */
export const createVisibleDebates = (coalescedSql: Sql): VisibleDebates => {
  const runningChecks = new Set<{ debateId: number; isOutdated: boolean }>();

  const find = async (debateId: number): Promise<WatchedDebate | undefined> => {
    for (;;) {
      const check = { debateId, isOutdated: false };
      runningChecks.add(check);
      try {
        const [debate] = await selectRows<WatchedDebate>(coalescedSql, DEBATE_SUBJECT_SQL, [
          debateId,
        ]);
        if (!check.isOutdated) return debate;
      } finally {
        runningChecks.delete(check);
      }
    }
  };

  return {
    async requireVisible(viewer, debateId) {
      return requireVisible(viewer, await find(debateId));
    },
    invalidate(debateId) {
      for (const check of runningChecks) if (check.debateId === debateId) check.isOutdated = true;
    },
  };
};
