import {
  buildAnnouncementSpec,
  buildRulingSpec,
  type SpeakableRuling,
} from "#infra/audio/recording-spec.ts";
import type { VoiceConfig } from "#infra/service-config.ts";
import { languageSql } from "#infra/presenters/debate-progress-presenter.ts";
import { selectRows, type Sql } from "#infra/db/sql.ts";
import { LeaseLostError } from "#infra/db/jobs/job-lease.ts";
import { type AnnouncementKey, readAnnouncementKey } from "#shared/domain/audio/announcements.ts";
import { splitSentences } from "#shared/domain/text/sentence-splitter.ts";
import type { WorkerContext } from "#worker/context.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import { joinMp3Parts } from "#worker/speech/join-mp3-parts.ts";
import { transcodeToCommonFormat } from "#worker/speech/transcode-to-common-format.ts";
import { synthesizeSentences } from "#worker/speech/synthesize-sentences.ts";
import type { VoiceService } from "#worker/speech/voice-service.ts";
import { storeScript } from "./finish-recording.ts";
import type { ActiveLease } from "#worker/runtime/job-task.ts";

/**
 * A spoken text other than a turn: an announcement of the live stream, or a ruling (the judge's
 * sentence about a turn).
 */
export type Script =
  { kind: "announcement"; announcement: AnnouncementKey } | ({ kind: "ruling" } & SpeakableRuling);

interface ScriptColumns extends Omit<SpeakableRuling, "turnId"> {
  notice: AnnouncementKey | null;
  turnId: number | null;
}

const SCRIPT_SQL = `
  SELECT a.notice, a.ruling_turn_id AS "turnId", coalesce(t.ruling, '') AS ruling,
         a.provider AS judge, d.bot_a_provider AS "botAProvider", d.bot_b_provider AS "botBProvider",
         d.mystery, ${languageSql("d")} AS language
    FROM audio_cache a LEFT JOIN turns t ON t.id = a.ruling_turn_id
         LEFT JOIN debates d ON d.id = t.debate_id
   WHERE a.id = $1`;

/**
 * Returns the script of a recording; null if the recording is for a turn. Throws `LeaseLostError`
 * if the recording was deleted.
 */
export const findScript = async (sql: Sql, recordingId: number): Promise<Script | null> => {
  const [found] = await selectRows<ScriptColumns>(sql, SCRIPT_SQL, [recordingId]);
  if (!found) throw new LeaseLostError();
  const { notice, turnId, ...ruling } = found;
  if (notice) return { kind: "announcement", announcement: notice };
  return turnId === null ? null : { kind: "ruling", turnId, ...ruling };
};

/** Returns the text of a script with its voice. Throws a `ProviderError` if no voice fits. */
const toSpeech = (script: Script, access: VoiceConfig) => {
  if (script.kind === "announcement") {
    const { announcement } = script;
    return {
      text: readAnnouncementKey(announcement).text,
      ...buildAnnouncementSpec(announcement, access),
    };
  }
  const spec = buildRulingSpec(script, access);
  if (spec) return { text: script.ruling, ...spec };
  throw new ProviderError("rejected", "The voice", {
    message: "The judge has no voice that differs from the debaters' voices.",
  });
};

/** Synthesizes a script and stores it as one MP3. Throws what the speech service throws. */
export const synthesizeScript = async (
  { sql, db, logger }: Pick<WorkerContext, "sql" | "db" | "logger">,
  service: VoiceService,
  lease: ActiveLease,
  script: Script,
  onStored: () => void,
): Promise<void> => {
  const { id: recordingId, meter, signal, failures } = lease;
  const { text, voice, contentHash } = toSpeech(script, service.access);
  lease.logger.setBindings({ voice });
  const sentences = splitSentences(text);
  const request = {
    recordingId,
    voice,
    sentences,
    meter,
    failures,
    logger: lease.logger,
    onStored,
  };
  const parts = await transcodeToCommonFormat(
    await synthesizeSentences(sql, service, request, signal),
  );
  await storeScript({ db, logger }, lease, contentHash, joinMp3Parts(sentences, parts));
};
