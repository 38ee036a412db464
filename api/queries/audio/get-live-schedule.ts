import { countListeners } from "#infra/services/audio/live-listeners.ts";
import type { LiveScheduleView } from "#shared/contract/debates/live-stream.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import type { Context } from "#api/context.ts";
import { findStreamedDebate } from "#infra/audio/find-streamed-debate.ts";
import {
  buildLiveSchedule,
  findSpokenTurnNumber,
  type LiveScheduleItem,
} from "#infra/audio/live-schedule.ts";
import { requireVisible } from "../require-visible.ts";

const groupByTurn = (items: readonly LiveScheduleItem[]): LiveScheduleView["turns"] => {
  const turns: LiveScheduleView["turns"] = [];
  for (const { turn, startsAt, endsAt } of items) {
    const { turnId, turnNumber, attempt } = turn;
    if (turns.at(-1)?.turnId !== turnId) turns.push({ turnId, turnNumber, attempt, sentences: [] });
    turns.at(-1)?.sentences.push({ startsAt, endsAt });
  }
  return turns;
};

/** Returns the live schedule of a debate, as far as the viewer may hear it. Throws `not_found`. */
export const getLiveSchedule = async (
  { coalescedSql }: Pick<Context, "coalescedSql">,
  viewer: Viewer,
  debateId: number,
): Promise<LiveScheduleView> => {
  const [found, listeners] = await Promise.all([
    findStreamedDebate(coalescedSql, debateId),
    countListeners(coalescedSql, [debateId]),
  ]);
  const broadcast = requireVisible(viewer, found);
  const schedule = buildLiveSchedule(broadcast, viewer);
  const { items, outlook } = schedule;
  return {
    debateId,
    now: broadcast.now,
    outlook,
    listeners: listeners.get(debateId) ?? 0,
    spokenTurn: findSpokenTurnNumber(broadcast, schedule),
    turns: groupByTurn(items),
  };
};
