import { requestRaw } from "#web/lib/api/request.ts";

/** A sample rate that all encoders accept. */
const SAMPLE_RATE_HZ = 48_000;
/**
 * Silence that encoding to MP3 and decoding add at the start. Some browsers do not remove it in
 * `decodeAudioData`.
 */
const ENCODER_DELAY_S = 1105 / 22_050;

/**
 * Loads a clip's audio. Returns a function that cuts the audio to exactly `durationMs`. Throws
 * `ApiError`.
 */
export const loadClipAudio = async (
  path: string,
  signal: AbortSignal,
): Promise<(durationMs: number) => AudioBuffer> => {
  const response = await requestRaw("GET", path, { signal });
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE_HZ);
  const decoded = await context.decodeAudioData(await response.arrayBuffer());
  return (durationMs) => {
    const length = Math.round((durationMs * SAMPLE_RATE_HZ) / 1000);
    const isPadded = decoded.length - length > (ENCODER_DELAY_S * SAMPLE_RATE_HZ) / 2;
    const skipped = isPadded ? Math.round(ENCODER_DELAY_S * SAMPLE_RATE_HZ) : 0;
    const sound = new AudioBuffer({ length, numberOfChannels: 1, sampleRate: SAMPLE_RATE_HZ });
    sound.copyToChannel(decoded.getChannelData(0).subarray(skipped, skipped + length), 0);
    return sound;
  };
};
