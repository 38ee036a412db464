import type { ModelCheckResult } from "#shared/contract/admin/model-check.ts";
import type { AttemptMeter } from "../llm/usage-meter.ts";
import { VOICE_LABEL, type VoiceService } from "../speech/voice-service.ts";
import { describeFailure } from "./describe-failure.ts";

const SENTENCE = "This is a test.";

export const checkVoice = async (
  service: VoiceService,
  voices: readonly string[],
  meter: AttemptMeter,
  signal: AbortSignal,
): Promise<ModelCheckResult[]> => {
  const problems: string[] = [];
  for (const voice of voices) {
    try {
      await service.speak(SENTENCE, voice, signal, meter);
    } catch (err) {
      signal.throwIfAborted();
      problems.push(`Voice ${voice}: ${describeFailure(err, VOICE_LABEL)}`);
    }
  }
  if (problems.length > 0)
    return [{ check: "speech_format", status: "failed", note: problems.join(" ") }];
  return [{ check: "speech_format", status: "works", note: "" }];
};
