import { call } from "#web/lib/request.ts";

/** As encoders take it. */
const SAMPLE_RATE = 48_000;
/** What encoder and decoder put before a sound: players take it off, not every browser does here. */
const DELAY_S = 1105 / 22_050;

/** A moment's sound, to be had exactly as long as its sentences. Throws what the server says instead. */
export const loadSound = async (
  path: string,
  signal: AbortSignal,
): Promise<(durationMs: number) => AudioBuffer> => {
  const answer = await call("GET", path, { signal });
  const context = new OfflineAudioContext(1, 1, SAMPLE_RATE);
  const decoded = await context.decodeAudioData(await answer.arrayBuffer());
  return (durationMs) => {
    const length = Math.round((durationMs * SAMPLE_RATE) / 1000);
    const isPadded = decoded.length - length > (DELAY_S * SAMPLE_RATE) / 2;
    const skipped = isPadded ? Math.round(DELAY_S * SAMPLE_RATE) : 0;
    const sound = new AudioBuffer({ length, numberOfChannels: 1, sampleRate: SAMPLE_RATE });
    sound.copyToChannel(decoded.getChannelData(0).subarray(skipped, skipped + length), 0);
    return sound;
  };
};
