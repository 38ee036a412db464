import { Debate as DebateRow } from "#infra/db/entities/debate.ts";
import { firstRow } from "#infra/db/sql.ts";
import { transact } from "#infra/db/transaction.ts";
import { turnAutoPlayOff } from "#infra/operations/auto-play.ts";
import type { ChangeDebate, Debate } from "#shared/contract/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { may } from "#shared/domain/rights.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import type { Context } from "../../context.ts";
import { findDebates } from "../../queries/find-debates.ts";
import { lockDebate } from "./lock-debate.ts";

/**
 * Changes the given settings of a debate. Making it private also ends sharing and disconnects
 * viewers who may no longer see it. Auto-Play ends if its user may no longer request turns; that
 * user may change the pace alone. Throws not_found, forbidden for others than the owner, and
 * conflict if its topic was refused.
 */
export const changeDebate = (
  context: Context,
  viewer: SignedIn,
  debateId: number,
  changed: ChangeDebate,
): Promise<Debate> =>
  transact(context.db, context.logger, async (tx, after) => {
    const { pace: chosenPace, ...others } = changed;
    const isPaceAlone = chosenPace !== undefined && Object.keys(others).length === 0;
    const act = isPaceAlone ? "directAutoPlay" : "change";
    const before = await lockDebate(tx, viewer, debateId, act);
    const {
      isPublic = before.isPublic,
      onlyOwnerSteps = before.onlyOwnerSteps,
      shareEnabled = before.shareEnabled,
    } = changed;
    const settings = {
      isPublic,
      onlyOwnerSteps,
      shareEnabled: isPublic && shareEnabled,
      ...(chosenPace && { pace: chosenPace }),
    };
    if (isPublic && before.refusal !== null) throw new DomainError("conflict", before.refusal);
    await tx.update(DebateRow, debateId, settings);
    const { by } = before.autoPlay;
    const isPlayerOut =
      by !== null && !may({ id: by.id, role: "user" }, "step", { ...before, ...settings });
    if (isPlayerOut) await turnAutoPlayOff(tx, before);
    const found = await findDebates(tx, context, viewer, "WHERE d.id = $2", [debateId]);
    const debate = firstRow(found);
    if (before.isPublic && !isPublic)
      after(() => context.announce.debateHidden(debateId, viewer.id));
    after(() => context.announce.debateUpdated(debate));
    return debate;
  });
