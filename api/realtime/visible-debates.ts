import { select, type Sql } from "#infra/db/sql.ts";
import { notFound } from "#shared/contract/errors.ts";
import { type DebateSubject, may } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";

const SUBJECT = `
  SELECT d.user_id AS "userId", d.is_public AS "isPublic",
         d.only_owner_steps AS "onlyOwnerSteps", d.status FROM debates d WHERE d.id = $1`;

export interface VisibleDebates {
  /** Throws not_found for a debate that the viewer may not see, as the rows say now. */
  requireVisible(viewer: Viewer, debateId: number): Promise<void>;
  /** Makes checks under way read the rows again: what they have read may be out of date. */
  forget(debateId: number): void;
}

/**
 * Who may see which debate. Nothing is remembered. `crowdReads` reads a debate once for everybody who
 * joins it in the same round of the event loop, as all do after a cut.
 */
export const createVisibleDebates = (crowdReads: Sql): VisibleDebates => {
  const underWay = new Set<{ debateId: number; isOutdated: boolean }>();

  const find = async (debateId: number): Promise<DebateSubject | undefined> => {
    for (;;) {
      const check = { debateId, isOutdated: false };
      underWay.add(check);
      try {
        const [debate] = await select<DebateSubject>(crowdReads, SUBJECT, [debateId]);
        if (!check.isOutdated) return debate;
      } finally {
        underWay.delete(check);
      }
    }
  };

  return {
    async requireVisible(viewer, debateId) {
      const debate = await find(debateId);
      if (!debate || !may(viewer, "see", debate)) throw notFound("Debate");
    },
    forget(debateId) {
      for (const check of underWay) if (check.debateId === debateId) check.isOutdated = true;
    },
  };
};
