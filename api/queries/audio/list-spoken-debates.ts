import { countListeners } from "#infra/services/audio/live-listeners.ts";
import { IS_LIVE_SQL, LIVE_CANDIDATE_IDS_SQL } from "#infra/db/debates/live-debate-sql.ts";
import { selectRows } from "#infra/db/sql.ts";
import type { SpokenDebate } from "#shared/contract/debates/live-stream.ts";
import type { Viewer } from "#shared/domain/accounts/viewer.ts";
import { VISITOR_MAX_DEBATES } from "#shared/domain/accounts/visitor-limits.ts";
import type { Context } from "#api/context.ts";
import {
  type StreamedDebate,
  SELECT_STREAMED_DEBATES_SQL,
} from "#infra/audio/find-streamed-debate.ts";
import { buildFullLiveSchedule } from "#infra/audio/live-schedule.ts";
import { findDebates } from "../debates/find-debates.ts";

const MAX_SPOKEN_DEBATES = 50;

const SELECT_SPOKEN_DEBATES_SQL = `
  ${SELECT_STREAMED_DEBATES_SQL}
   WHERE d.is_public AND NOT d.is_unlisted AND d.id IN (${LIVE_CANDIDATE_IDS_SQL}) AND ${IS_LIVE_SQL}
   ORDER BY d.id DESC LIMIT 200`;

/** Returns the number of the turn that plays now or next, or of the newest turn. */
const findTurnOnAir = (broadcast: StreamedDebate): number => {
  const { items } = buildFullLiveSchedule(broadcast);
  const turnNumber = items.find(({ endsAt }) => endsAt > broadcast.now)?.turnNumber;
  return turnNumber ?? broadcast.turns.at(-1)?.turnNumber ?? 1;
};

/** Returns the public live debates, sorted by the number of watchers and listeners. */
export const listSpokenDebates = async (
  context: Pick<Context, "env" | "sql" | "watchers">,
  viewer: Viewer,
): Promise<SpokenDebate[]> => {
  const { sql, watchers } = context;
  const live = await selectRows<StreamedDebate & { id: number }>(sql, SELECT_SPOKEN_DEBATES_SQL);
  const turnsOnAir = new Map(live.map((debate) => [debate.id, findTurnOnAir(debate)]));
  const ids = [...turnsOnAir.keys()];
  const [debates, listeners] = await Promise.all([
    findDebates(sql, context, viewer, "WHERE d.id = ANY($2::int[])", [ids]),
    countListeners(sql, ids),
  ]);
  const countAudience = (debate: SpokenDebate) => debate.watchers + debate.listeners;
  return debates
    .map((debate) => ({
      debate,
      turnNumber: turnsOnAir.get(debate.id) ?? 1,
      watchers: watchers.count(debate.id),
      listeners: listeners.get(debate.id) ?? 0,
    }))
    .toSorted((a, b) => countAudience(b) - countAudience(a) || b.debate.id - a.debate.id)
    .slice(0, viewer === null ? VISITOR_MAX_DEBATES : MAX_SPOKEN_DEBATES);
};
