import { selectRows } from "#infra/db/sql.ts";
import { AUDIO_JOB_COLUMNS_SQL } from "#infra/presenters/turn-audio-presenter.ts";
import { RECORDING_STATUS_SQL } from "#infra/presenters/turn-audio-presenter.ts";
import type { DebateAudio } from "#shared/contract/debates/audio.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { Speaker } from "#shared/domain/speaker.ts";
import { hasSecondVoice, getProviderOfRole, type Role } from "#shared/domain/debates/side.ts";
import type { Context } from "#api/context.ts";

interface DebateAudioColumns {
  botAProvider: Speaker;
  botBProvider: Speaker;
  turns: (Omit<DebateAudio["turns"][number], "provider" | "isSecondary"> & { role: Role })[];
  job: DebateAudio["job"];
}

const DEBATE_AUDIO_SQL = `
  SELECT d.bot_a_provider AS "botAProvider", d.bot_b_provider AS "botBProvider",
         (SELECT coalesce(json_agg(turn ORDER BY turn."turnNumber"), '[]')
            FROM (SELECT t.id AS "turnId", t.turn_number AS "turnNumber", t.role,
                         ${RECORDING_STATUS_SQL} AS status, a.error, coalesce(a.version, 0) AS version,
                         a.duration_ms AS "durationMs"
                    FROM turns t LEFT JOIN audio_cache a ON a.turn_id = t.id
                   WHERE t.debate_id = d.id AND t.status = 'complete') AS turn) AS turns,
         (SELECT to_json(job)
            FROM (SELECT ${AUDIO_JOB_COLUMNS_SQL} FROM audio_jobs j
                   WHERE j.debate_id = d.id ORDER BY j.id DESC LIMIT 1) AS job) AS job
    FROM debates d WHERE d.id = $1`;

/** Returns the state of a debate's recordings, for admins. Throws `not_found`. */
export const getDebateAudio = async (
  { sql }: Pick<Context, "sql">,
  debateId: number,
): Promise<DebateAudio> => {
  const [debate] = await selectRows<DebateAudioColumns>(sql, DEBATE_AUDIO_SQL, [debateId]);
  if (!debate) throw notFound("Debate");
  const turns = debate.turns.map(({ role, ...turn }) => ({
    ...turn,
    provider: getProviderOfRole(role, debate),
    isSecondary: hasSecondVoice(role, debate),
  }));
  return { debateId, turns, job: debate.job };
};
