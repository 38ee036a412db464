import { select } from "#infra/db/sql.ts";
import { AUDIO_JOB } from "#infra/views/audio-job.ts";
import { MAKING_STATUS } from "#infra/views/turn-audio.ts";
import type { DebateAudio } from "#shared/contract/audio.ts";
import { notFound } from "#shared/contract/errors.ts";
import type { Provider } from "#shared/domain/provider.ts";
import { hasSecondVoice, providerOf, type Role } from "#shared/domain/side.ts";
import type { Context } from "../context.ts";

interface Row {
  botAProvider: Provider;
  botBProvider: Provider;
  turns: (Omit<DebateAudio["turns"][number], "provider" | "isSecondary"> & { role: Role })[];
  job: DebateAudio["job"];
}

const DEBATE_AUDIO = `
  SELECT d.bot_a_provider AS "botAProvider", d.bot_b_provider AS "botBProvider",
         (SELECT coalesce(json_agg(turn ORDER BY turn."turnNumber"), '[]')
            FROM (SELECT t.id AS "turnId", t.turn_number AS "turnNumber", t.role,
                         ${MAKING_STATUS} AS status, a.error, coalesce(a.version, 0) AS version,
                         a.duration_ms AS "durationMs"
                    FROM turns t LEFT JOIN audio_cache a ON a.turn_id = t.id
                   WHERE t.debate_id = d.id AND t.status = 'complete') AS turn) AS turns,
         (SELECT to_json(job)
            FROM (SELECT ${AUDIO_JOB} FROM audio_jobs j
                   WHERE j.debate_id = d.id ORDER BY j.id DESC LIMIT 1) AS job) AS job
    FROM debates d WHERE d.id = $1`;

/** Returns the state of a debate's recordings, for admins. Throws not_found. */
export const getDebateAudio = async (
  { reads }: Context,
  debateId: number,
): Promise<DebateAudio> => {
  const [debate] = await select<Row>(reads, DEBATE_AUDIO, [debateId]);
  if (!debate) throw notFound("Debate");
  const turns = debate.turns.map(({ role, ...turn }) => ({
    ...turn,
    provider: providerOf(role, debate),
    isSecondary: hasSecondVoice(role, debate),
  }));
  return { debateId, turns, job: debate.job };
};
