import {
  AudioBufferSource,
  BufferTarget,
  CanvasSource,
  getFirstEncodableAudioCodec,
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  WebMOutputFormat,
} from "mediabunny";
import { countWaveformBars, createSceneRenderer, loadSceneFonts } from "./draw-scene.ts";
import { computeLoudness, type ClipScene, type ImageShape, IMAGE_SIZES } from "./scene.ts";

const FRAMES_PER_SECOND = 25;
/** Length of one mouth position. */
const MOUTH_STEP_MS = 80;

/** Preferred formats first: MP4 plays everywhere. Some browsers can encode only Opus audio. */
const VIDEO_FORMATS = [
  { name: "mp4", format: new Mp4OutputFormat(), video: ["avc"], audio: ["aac", "opus"] },
  { name: "webm", format: new WebMOutputFormat(), video: ["vp9", "vp8"], audio: ["opus"] },
] as const;

/** The first format this browser can encode at this size; null if none. */
const findEncodableFormat = async (size: { width: number; height: number }, sound: AudioBuffer) => {
  const { numberOfChannels, sampleRate } = sound;
  for (const { name, format, video: videos, audio: audios } of VIDEO_FORMATS) {
    const [video, audio] = await Promise.all([
      getFirstEncodableVideoCodec([...videos], { ...size, quality: QUALITY_HIGH }),
      getFirstEncodableAudioCodec([...audios], {
        numberOfChannels,
        sampleRate,
        quality: QUALITY_HIGH,
      }),
    ]);
    if (video && audio) return { name, format, video, audio };
  }
  return null;
};

/** Thrown if this browser cannot encode any of the formats. */
export class VideoNotSupportedError extends Error {
  override readonly name = "NoEncoder";
}

interface EncodeVideoOptions {
  scene: ClipScene;
  shape: ImageShape;
  sound: AudioBuffer;
  signal: AbortSignal;
  /** From 0 to 1. */
  onProgress: (done: number) => void;
}

export interface EncodedVideo {
  kind: "mp4" | "webm";
  file: Blob;
}

/**
 * Renders a clip as a video with synchronised text and audio. Throws `NoEncoder` if the browser
 * cannot encode it, and the signal's reason after an abort.
 */
export const encodeVideo = async (order: EncodeVideoOptions): Promise<EncodedVideo> => {
  const { scene, shape, sound, signal, onProgress } = order;
  const kind = await findEncodableFormat(IMAGE_SIZES[shape], sound);
  if (!kind) throw new VideoNotSupportedError("This browser can’t make videos.");
  await loadSceneFonts(scene);
  const painter = createSceneRenderer(scene, shape);
  const samples = sound.getChannelData(0);
  const steps = Math.max(1, Math.ceil(scene.durationMs / MOUTH_STEP_MS));
  const voice = {
    bars: computeLoudness(samples, countWaveformBars(shape)),
    mouth: computeLoudness(samples, steps),
  };

  const target = new BufferTarget();
  const output = new Output({ format: kind.format, target });
  const pictures = new CanvasSource(painter.canvas, { codec: kind.video, quality: QUALITY_HIGH });
  const voices = new AudioBufferSource({ codec: kind.audio, quality: QUALITY_HIGH });
  output.addVideoTrack(pictures, { frameRate: FRAMES_PER_SECOND });
  output.addAudioTrack(voices);
  try {
    await output.start();
    await voices.add(sound);
    voices.close();
    const seconds = scene.durationMs / 1000;
    const frames = Math.ceil(seconds * FRAMES_PER_SECOND);
    for (let n = 0; n < frames; n++) {
      signal.throwIfAborted();
      const at = n / FRAMES_PER_SECOND;
      painter.frame(at * 1000, voice);
      await pictures.add(at, Math.min(1 / FRAMES_PER_SECOND, seconds - at));
      onProgress((n + 1) / frames);
    }
    pictures.close();
    signal.throwIfAborted();
    await output.finalize();
  } catch (err) {
    if (output.state === "started") await output.cancel();
    throw err;
  }
  if (!target.buffer) throw new VideoNotSupportedError("This browser can’t make videos.");
  const file = new Blob([target.buffer], { type: kind.format.mimeType });
  return { kind: kind.name, file };
};
