import { DebateEntity as DebateRow } from "#infra/db/entities/debate.ts";
import { TurnEntity as TurnRow } from "#infra/db/entities/turn.ts";
import type { Locked } from "#infra/db/row-locks.ts";
import { requireFirstRow } from "#infra/db/sql.ts";
import { type Tx, withTransaction } from "#infra/db/transaction.ts";
import { stopAutoPlay } from "#infra/services/debates/auto-play.ts";
import type { ChangeDebateRequest, Debate } from "#shared/contract/debates/debate.ts";
import { DomainError } from "#shared/contract/errors.ts";
import { describeMissingVoice, speaksLanguage } from "#shared/domain/audio/voice-languages.ts";
import { can } from "#shared/domain/accounts/permissions.ts";
import type { SignedInViewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "../../context.ts";
import { findDebates } from "#api/queries/debates/find-debates.ts";
import { lockDebate } from "./lock-debate.ts";

/**
 * Throws `conflict` if the debate has a turn. The debate must be locked, so that no turn is
 * requested at the same time.
 */
const requireNoTurn = async (tx: Tx, { id }: Locked<{ id: number }>): Promise<void> => {
  if (await tx.existsBy(TurnRow, { debateId: id }))
    throw new DomainError("conflict", "The language can only be changed before the first turn.");
};

/**
 * Changes the given settings of a debate. Making it private also ends sharing and disconnects
 * viewers who may no longer see it. If another user turned Auto-Play on, this user may change only
 * the pace (whether Auto-Play waits for the speech). Auto-Play ends if this user may no longer
 * request turns. Throws `not_found`, `forbidden` for other users, `no_voice` for the pace `voice`
 * in a language without a voice, and `conflict` if the topic was refused or the language is changed
 * after a turn was requested.
 */
export const updateDebate = (
  context: Pick<Context, "env" | "logger" | "db" | "announce">,
  viewer: SignedInViewer,
  debateId: number,
  changed: ChangeDebateRequest,
): Promise<Debate> =>
  withTransaction(context.db, context.logger, async (tx, after) => {
    const { pace: chosenPace, ...otherChanges } = changed;
    const { language } = changed;
    const isOnlyPaceChanged = chosenPace !== undefined && Object.keys(otherChanges).length === 0;
    const action = isOnlyPaceChanged ? "directAutoPlay" : "change";
    const before = await lockDebate(tx, viewer, debateId, action);
    const {
      isPublic = before.isPublic,
      onlyOwnerSteps = before.onlyOwnerSteps,
      shareEnabled = before.shareEnabled,
    } = changed;
    const { voice } = context.env;
    const tag = language ?? before.language;
    const hasVoice = voice === null || speaksLanguage(voice, tag);
    if (chosenPace === "voice" && !hasVoice)
      throw new DomainError("no_voice", `${describeMissingVoice(tag)}.`);
    const settings = {
      isPublic,
      onlyOwnerSteps,
      shareEnabled: isPublic && shareEnabled,
      ...(before.pace === "voice" && !hasVoice && { pace: null }),
      ...(chosenPace && { pace: chosenPace }),
      ...(language && { language }),
    };
    if (isPublic && before.refusal !== null) throw new DomainError("conflict", before.refusal);
    if (language !== undefined && language !== before.language) await requireNoTurn(tx, before);
    await tx.update(DebateRow, debateId, settings);
    const { by } = before.autoPlay;
    const mustStopAutoPlay =
      by !== null && !can({ id: by.id, role: "user" }, "step", { ...before, ...settings });
    if (mustStopAutoPlay) await stopAutoPlay(tx, before);
    const found = await findDebates(tx, context, viewer, "WHERE d.id = $2", [debateId]);
    const debate = requireFirstRow(found);
    if (before.isPublic && !isPublic)
      after(() => context.announce.debateHidden(debateId, viewer.id));
    // `debate`, the response, may lack results that are still hidden from the owner. The event also
    // goes to members who already see these results, so it takes them from `before`.
    const { scores, spokenAt } = before;
    after(() => context.announce.debateUpdated({ ...debate, scores, spokenAt }));
    return debate;
  });
