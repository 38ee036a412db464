import { speechOrderOf } from "#infra/audio/speech-order.ts";
import type { JobHandler } from "#infra/queue/consume.ts";
import { spokenSentences } from "#shared/domain/spoken-sentences.ts";
import { isSpeakable, TOO_SHORT_TO_SPEAK } from "#shared/domain/spoken-text.ts";
import type { WorkerContext } from "../context.ts";
import { ProviderError } from "../llm/provider-error.ts";
import { joinRecording } from "../speech/join-recording.ts";
import { makeAlike } from "../speech/make-alike.ts";
import { speakSentences } from "../speech/speak-sentences.ts";
import { loadRecording } from "./load-recording.ts";
import { failRecording, storeRecording } from "./end-recording.ts";

/** Has one turn spoken, sentence by sentence, and stores it as one MP3. */
export const synthesizeSpeech =
  (context: WorkerContext): JobHandler<"synthesize-speech"> =>
  ({ recordingId }) => {
    const { sql, runner, voice: service } = context;
    return runner.run({
      job: "synthesize-speech",
      id: recordingId,
      async run(attempt) {
        const { signal, logger, meter } = attempt;
        const recording = await loadRecording(sql, recordingId);
        const { content } = recording;
        if (!service) throw new ProviderError("misconfigured", "The voice");
        if (!isSpeakable(content))
          throw new ProviderError("rejected", "The voice", { message: TOO_SHORT_TO_SPEAK });
        const speech = speechOrderOf(recording, service.access);
        logger.setBindings({ voice: speech.voice });
        const sentences = spokenSentences(content);
        const order = { recordingId, voice: speech.voice, sentences, meter };
        const parts = await makeAlike(await speakSentences(sql, service, order, signal));
        await storeRecording(context, attempt, recording, speech, joinRecording(sentences, parts));
      },
      async giveUp(attempt, { message }) {
        await failRecording(context, attempt, await loadRecording(sql, recordingId), message);
      },
    });
  };
