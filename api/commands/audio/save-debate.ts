import { DomainError } from "#shared/contract/errors.ts";
import { debateFileName } from "#shared/domain/programme.ts";
import { MAX_TURNS } from "#shared/domain/turn.ts";
import type { SignedIn } from "#shared/domain/viewer.ts";
import { findProgramme, isStillHeard } from "../../audio/find-programme.ts";
import { programmeMedia } from "../../audio/programme-media.ts";
import { isRecorded } from "../../audio/turn-to-hear.ts";
import type { Context } from "../../context.ts";
import type { Media } from "../../audio/send-media.ts";
import { getDebate } from "../../queries/get-debate.ts";
import { requireBudget } from "../debates/require-budget.ts";
import { askForMissing } from "./voice-turn.ts";

const LOOK_AGAIN_S = 2;

/**
 * Returns a whole debate as one MP3. If turns are not recorded yet, queues them and throws
 * conflict. Throws not_found if the viewer may not see it, and spending_limit if nothing can be
 * recorded today.
 */
export const saveDebate = async (
  context: Context,
  viewer: SignedIn,
  debateId: number,
): Promise<Media> => {
  const { topic, userId, botAProvider, botBProvider } = await getDebate(context, viewer, debateId);
  const turns = await findProgramme(context, debateId, MAX_TURNS);
  if (turns.length === 0)
    throw new DomainError("conflict", "Nothing has been said in this debate yet.");
  const recorded = turns.filter(isRecorded);
  if (recorded.length < turns.length) {
    await requireBudget(context.reads, context.env, { viewer, ownerId: userId });
    await askForMissing(
      context,
      turns.filter((turn) => !isRecorded(turn)),
      viewer.id,
    );
    throw new DomainError(
      "conflict",
      `${recorded.length} of ${turns.length} turns are voiced. Please try again in a minute.`,
      { retryAfter: LOOK_AGAIN_S },
    );
  }
  const { labels } = context.env;
  const artist = `${labels[botAProvider]} and ${labels[botBProvider]}`;
  return {
    ...programmeMedia(context, {
      title: topic,
      artist,
      turns: recorded,
      isStillHeard: (turnId) => isStillHeard(context, viewer.id, turnId),
    }),
    cacheControl: "private, no-cache",
    fileName: debateFileName(topic, debateId),
  };
};
