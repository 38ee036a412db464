import { countListeners } from "#infra/operations/listeners.ts";
import type { LiveSpeech } from "#shared/contract/live.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import type { Context } from "../context.ts";
import { findBroadcast } from "#infra/radio/find-broadcast.ts";
import { type AirItem, programmeOf } from "#infra/radio/programme.ts";
import { requireVisible } from "./require-visible.ts";

const byTurn = (items: readonly AirItem[]): LiveSpeech["turns"] => {
  const turns: LiveSpeech["turns"] = [];
  for (const { turn, startsAt, endsAt } of items) {
    const { turnId, turnNumber, attempt } = turn;
    if (turns.at(-1)?.turnId !== turnId) turns.push({ turnId, turnNumber, attempt, sentences: [] });
    turns.at(-1)?.sentences.push({ startsAt, endsAt });
  }
  return turns;
};

/** Returns the live schedule of a debate, as far as the viewer may hear it. Throws not_found. */
export const getLiveSpeech = async (
  { crowdReads }: Pick<Context, "crowdReads">,
  viewer: Viewer,
  debateId: number,
): Promise<LiveSpeech> => {
  const [found, listeners] = await Promise.all([
    findBroadcast(crowdReads, debateId),
    countListeners(crowdReads, [debateId]),
  ]);
  const broadcast = requireVisible(viewer, found);
  const { items, outlook } = programmeOf(broadcast, viewer);
  return {
    debateId,
    now: broadcast.now,
    outlook,
    listeners: listeners.get(debateId) ?? 0,
    turns: byTurn(items),
  };
};
