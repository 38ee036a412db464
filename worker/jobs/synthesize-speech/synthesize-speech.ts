import { buildRecordingSpec } from "#infra/audio/recording-spec.ts";
import type { JobHandler } from "#infra/queue/queue-consumer.ts";
import { describeMissingVoice, speaksLanguage } from "#shared/domain/audio/voice-languages.ts";
import { isSpeakable, TOO_SHORT_TO_SPEAK } from "#shared/domain/text/plain-text.ts";
import type { WorkerContext } from "#worker/context.ts";
import { ProviderError } from "#worker/llm/provider-error.ts";
import {
  streamTurnSentences,
  TurnTextReplacedError,
} from "#worker/speech/stream-turn-sentences.ts";
import { joinMp3Parts } from "#worker/speech/join-mp3-parts.ts";
import { transcodeToCommonFormat } from "#worker/speech/transcode-to-common-format.ts";
import { publishLiveSentence } from "#worker/speech/publish-live-sentence.ts";
import { synthesizeSentences } from "#worker/speech/synthesize-sentences.ts";
import type { VoiceService } from "#worker/speech/voice-service.ts";
import {
  failRecording,
  failScript,
  SPEAKABLE_STATUSES,
  storeRecording,
  discardIfTurnRestarted,
} from "./finish-recording.ts";
import { loadRecording, type RecordingForJob } from "./load-recording.ts";
import { findScript, synthesizeScript } from "./synthesize-script.ts";
import type { ActiveLease } from "#worker/runtime/job-task.ts";

const isTurnComplete = ({ turnStatus }: RecordingForJob): boolean => turnStatus === "complete";

/**
 * Synthesizes a turn's sentences, even while the turn is still being written, and publishes each to
 * live listeners. Throws `TurnTextReplacedError` if the turn's text was replaced.
 */
const synthesizeTurn = async (
  { sql, announce }: WorkerContext,
  service: VoiceService,
  lease: ActiveLease,
  recording: RecordingForJob,
  onStored: () => void,
) => {
  const { signal, meter, failures, logger } = lease;
  const { id: recordingId } = recording;
  const texts: string[] = [];
  const { voice } = buildRecordingSpec(recording, service.access);
  const sentences = async function* (wanted: AbortSignal) {
    const reload = () => loadRecording(sql, recordingId);
    for await (const sentence of streamTurnSentences(recording, reload, wanted)) {
      texts.push(sentence);
      yield sentence;
    }
  };
  const onPart = publishLiveSentence({ sql, announce }, lease, recording);
  const request = { recordingId, voice, sentences, meter, failures, logger, onPart, onStored };
  const parts = await transcodeToCommonFormat(
    await synthesizeSentences(sql, service, request, signal),
  );
  return joinMp3Parts(texts, parts);
};

/** Synthesizes one turn, announcement or ruling, sentence by sentence, and stores it as one MP3. */
export const synthesizeSpeech =
  (context: WorkerContext): JobHandler<"synthesize-speech"> =>
  ({ recordingId }) => {
    const { sql, runner, voice: service } = context;
    let storedSentences = 0;
    const onStored = () => void storedSentences++;
    return runner.run({
      job: "synthesize-speech",
      id: recordingId,
      hasProgressed: () => storedSentences > 0,
      async run(lease) {
        const script = await findScript(sql, recordingId);
        if (!service) throw new ProviderError("misconfigured", "The voice");
        if (script) return synthesizeScript(context, service, lease, script, onStored);
        for (;;) {
          const recording = await loadRecording(sql, recordingId);
          const { content, language } = recording;
          // The operator may have removed this language while the recording waited in the queue.
          if (!speaksLanguage(service.access, language))
            throw new ProviderError("rejected", "The voice", {
              message: `${describeMissingVoice(language)}.`,
            });
          if (!SPEAKABLE_STATUSES.includes(recording.turnStatus)) {
            if (await discardIfTurnRestarted(context, lease, recording)) return;
            continue;
          }
          if (isTurnComplete(recording) && !isSpeakable(content))
            throw new ProviderError("rejected", "The voice", { message: TOO_SHORT_TO_SPEAK });
          const { voice } = buildRecordingSpec(recording, service.access);
          lease.logger.setBindings({ voice });
          try {
            const encoded = await synthesizeTurn(context, service, lease, recording, onStored);
            const finished = await loadRecording(sql, recordingId);
            const spec = buildRecordingSpec(finished, service.access);
            return await storeRecording(context, lease, finished, spec, encoded);
          } catch (err) {
            // If the turn's text was replaced, the loop reloads the turn and speaks the new text.
            if (!(err instanceof TurnTextReplacedError)) throw err;
          }
        }
      },
      async giveUp(lease, { message }) {
        if (await findScript(sql, recordingId)) {
          await failScript(context, lease, message);
          return;
        }
        const recording = await loadRecording(sql, recordingId);
        await failRecording(context, lease, recording, message);
      },
    });
  };
