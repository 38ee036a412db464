import { speechOrderOf } from "#infra/audio/speech-order.ts";
import type { JobHandler } from "#infra/queue/consume.ts";
import { isSpeakable, TOO_SHORT_TO_SPEAK } from "#shared/domain/spoken-text.ts";
import type { WorkerContext } from "../context.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { followSpeech, VoidWords } from "../speech/follow-speech.ts";
import { joinRecording } from "../speech/join-recording.ts";
import { makeAlike } from "../speech/make-alike.ts";
import { putOnAir } from "../speech/put-on-air.ts";
import { speakSentences } from "../speech/speak-sentences.ts";
import type { VoiceService } from "../speech/voice-service.ts";
import {
  failNotice,
  failRecording,
  ON,
  storeRecording,
  withdrawRecording,
} from "./end-recording.ts";
import { loadRecording, type RecordingForJob } from "./load-recording.ts";
import { findNotice, speakNotice } from "./speak-notice.ts";
import type { Attempt } from "./attempt.ts";

const isWritten = ({ turnStatus }: RecordingForJob): boolean => turnStatus === "complete";

/**
 * Synthesizes a turn's sentences, also while it is written, and publishes each one live. Throws
 * `VoidWords` if the text was replaced.
 */
const speakTurn = async (
  { sql, announce }: WorkerContext,
  service: VoiceService,
  attempt: Attempt,
  recording: RecordingForJob,
) => {
  const { signal, meter } = attempt;
  const { id: recordingId } = recording;
  const said: string[] = [];
  const { voice } = speechOrderOf(recording, service.access);
  const sentences = async function* (wanted: AbortSignal) {
    const look = () => loadRecording(sql, recordingId);
    for await (const sentence of followSpeech(recording, look, wanted)) {
      said.push(sentence);
      yield sentence;
    }
  };
  const onPart = putOnAir({ sql, announce }, attempt, recording);
  const order = { recordingId, voice, sentences, meter, onPart };
  const parts = await makeAlike(await speakSentences(sql, service, order, signal));
  return joinRecording(said, parts);
};

/** Synthesizes one turn or announcement, sentence by sentence, and stores it as one MP3. */
export const synthesizeSpeech =
  (context: WorkerContext): JobHandler<"synthesize-speech"> =>
  ({ recordingId }) => {
    const { sql, runner, voice: service } = context;
    return runner.run({
      job: "synthesize-speech",
      id: recordingId,
      async run(attempt) {
        const notice = await findNotice(sql, recordingId);
        if (!service) throw new ProviderError("misconfigured", "The voice");
        if (notice) return speakNotice(context, service, attempt, notice);
        for (;;) {
          const recording = await loadRecording(sql, recordingId);
          const { content } = recording;
          if (!ON.includes(recording.turnStatus)) {
            if (await withdrawRecording(context, attempt, recording)) return;
            continue;
          }
          if (isWritten(recording) && !isSpeakable(content))
            throw new ProviderError("rejected", "The voice", { message: TOO_SHORT_TO_SPEAK });
          const { voice } = speechOrderOf(recording, service.access);
          attempt.logger.setBindings({ voice });
          try {
            const spoken = await speakTurn(context, service, attempt, recording);
            const whole = await loadRecording(sql, recordingId);
            const order = speechOrderOf(whole, service.access);
            return await storeRecording(context, attempt, whole, order, spoken);
          } catch (err) {
            // The loop reloads the turn to speak its new text.
            if (!(err instanceof VoidWords)) throw err;
          }
        }
      },
      async giveUp(attempt, { message }) {
        if (await findNotice(sql, recordingId)) {
          await failNotice(context, attempt, message);
          return;
        }
        const recording = await loadRecording(sql, recordingId);
        await failRecording(context, attempt, recording, message);
      },
    });
  };
