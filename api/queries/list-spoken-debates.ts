import { countListeners } from "#infra/operations/listeners.ts";
import { select } from "#infra/db/sql.ts";
import type { SpokenDebate } from "#shared/contract/live.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { VISITOR_LIST } from "#shared/domain/visitor.ts";
import type { Context } from "../context.ts";
import { type Broadcast, BROADCASTS } from "#infra/radio/find-broadcast.ts";
import { programmeOf } from "#infra/radio/programme.ts";
import { findDebates } from "./find-debates.ts";

/** Number of recent recordings to search. Live streams use only recent ones. */
const RECENT = 1000;
const MOST = 50;

const CANDIDATES = `
  ${BROADCASTS}
   WHERE d.is_public AND NOT d.is_unlisted AND d.id IN (
     SELECT debate_id FROM turns WHERE status IN ('pending', 'streaming')
     UNION
     SELECT t.debate_id FROM audio_cache a JOIN turns t ON t.id = a.turn_id
      WHERE a.id > (SELECT max(id) FROM audio_cache) - ${RECENT}
        AND a.created_at > now() - interval '1 hour')
   ORDER BY d.id DESC LIMIT 200`;

/** Returns the number of the turn that plays now or next, or undefined. */
const turnOnAir = (broadcast: Broadcast & { id: number }): number | undefined => {
  const { items } = programmeOf(broadcast, { id: broadcast.userId, role: "user" });
  const heard = items.find(({ endsAt }) => endsAt > broadcast.now)?.turnNumber;
  return heard ?? broadcast.turns.find(({ status }) => status === "streaming")?.turnNumber;
};

/** Returns public debates with a live stream, sorted by the number of watchers and listeners. */
export const listSpokenDebates = async (
  context: Context,
  viewer: Viewer,
): Promise<SpokenDebate[]> => {
  const { reads, watchers } = context;
  const candidates = await select<Broadcast & { id: number }>(reads, CANDIDATES);
  const onAir = new Map(
    candidates.flatMap((each) => {
      const turnNumber = turnOnAir(each);
      return turnNumber === undefined ? [] : [[each.id, turnNumber] as const];
    }),
  );
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
