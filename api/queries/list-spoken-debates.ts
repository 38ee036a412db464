import { countListeners } from "#infra/operations/listeners.ts";
import { IS_LIVE, MAYBE_LIVE_IDS } from "#infra/db/live-rule.ts";
import { select } from "#infra/db/sql.ts";
import type { SpokenDebate } from "#shared/contract/live.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { VISITOR_LIST } from "#shared/domain/visitor.ts";
import type { Context } from "../context.ts";
import { type Broadcast, BROADCASTS } from "#infra/radio/find-broadcast.ts";
import { fullProgrammeOf } from "#infra/radio/programme.ts";
import { findDebates } from "./find-debates.ts";

const MOST = 50;

const LIVE = `
  ${BROADCASTS}
   WHERE d.is_public AND NOT d.is_unlisted AND d.id IN (${MAYBE_LIVE_IDS}) AND ${IS_LIVE}
   ORDER BY d.id DESC LIMIT 200`;

/** Returns the number of the turn that plays now or next, or of the newest turn. */
const turnOnAir = (broadcast: Broadcast): number => {
  const { items } = fullProgrammeOf(broadcast);
  const heard = items.find(({ endsAt }) => endsAt > broadcast.now)?.turnNumber;
  return heard ?? broadcast.turns.at(-1)?.turnNumber ?? 1;
};

/** Returns the public live debates, sorted by the number of watchers and listeners. */
export const listSpokenDebates = async (
  context: Context,
  viewer: Viewer,
): Promise<SpokenDebate[]> => {
  const { reads, watchers } = context;
  const live = await select<Broadcast & { id: number }>(reads, LIVE);
  const onAir = new Map(live.map((each) => [each.id, turnOnAir(each)]));
  const ids = [...onAir.keys()];
  const [debates, listeners] = await Promise.all([
    findDebates(reads, context, viewer, "WHERE d.id = ANY($2::int[])", [ids]),
    countListeners(reads, ids),
  ]);
  const people = ({ watchers: looking, listeners: hearing }: SpokenDebate) => looking + hearing;
  return debates
    .map((debate) => ({
      debate,
      turnNumber: onAir.get(debate.id) ?? 1,
      watchers: watchers.count(debate.id),
      listeners: listeners.get(debate.id) ?? 0,
    }))
    .toSorted((a, b) => people(b) - people(a) || b.debate.id - a.debate.id)
    .slice(0, viewer === null ? VISITOR_LIST : MOST);
};
