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
import { AI_DISCLOSURE, DIGITAL_SOURCE_TYPE } from "#shared/domain/ai-label.ts";
import { countWaveformBars, createSceneRenderer, loadSceneFonts } from "./draw-scene.ts";
import {
  computeLoudness,
  type ClipScene,
  getTrackLanguage,
  type ImageShape,
  IMAGE_SIZES,
} from "./scene.ts";

const FRAMES_PER_SECOND = 25;
/** Time between two positions of the mouth. */
const MOUTH_STEP_MS = 80;

/**
 * The formats in order of preference. MP4 comes first, because it plays everywhere. Some browsers
 * can encode audio only as Opus.
 */
const VIDEO_FORMATS = [
  { name: "mp4", format: new Mp4OutputFormat(), video: ["avc"], audio: ["aac", "opus"] },
  { name: "webm", format: new WebMOutputFormat(), video: ["vp9", "vp8"], audio: ["opus"] },
] as const;

/** The first format that this browser can encode at this size; null if there is none. */
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

/** Thrown if this browser can encode none of the formats. */
export class VideoNotSupportedError extends Error {
  override readonly name = "NoEncoder";
}

interface EncodeVideoOptions {
  scene: ClipScene;
  shape: ImageShape;
  sound: AudioBuffer;
  signal: AbortSignal;
  /** Called with the finished share, from 0 to 1. */
  onProgress: (done: number) => void;
}

export interface EncodedVideo {
  kind: "mp4" | "webm";
  file: Blob;
}

/**
 * Renders a clip as a video with synchronised text and audio. Throws `VideoNotSupportedError` if
 * the browser cannot encode it, and the signal's reason after an abort.
 */
export const encodeVideo = async (options: EncodeVideoOptions): Promise<EncodedVideo> => {
  const { scene, shape, sound, signal, onProgress } = options;
  const format = await findEncodableFormat(IMAGE_SIZES[shape], sound);
  if (!format) throw new VideoNotSupportedError("This browser can’t make videos.");
  await loadSceneFonts(scene);
  const renderer = createSceneRenderer(scene, shape);
  const samples = sound.getChannelData(0);
  const steps = Math.max(1, Math.ceil(scene.durationMs / MOUTH_STEP_MS));
  const voice = {
    bars: computeLoudness(samples, countWaveformBars(shape)),
    mouth: computeLoudness(samples, steps),
  };

  const target = new BufferTarget();
  const output = new Output({ format: format.format, target });
  output.setMetadataTags({
    title: scene.topic,
    comment: [
      AI_DISCLOSURE,
      ...(scene.models === "" ? [] : [`Models: ${scene.models}.`]),
      `DigitalSourceType: ${DIGITAL_SOURCE_TYPE}`,
    ].join(" "),
  });
  const videoSource = new CanvasSource(renderer.canvas, {
    codec: format.video,
    quality: QUALITY_HIGH,
  });
  const audioSource = new AudioBufferSource({ codec: format.audio, quality: QUALITY_HIGH });
  const languageCode = getTrackLanguage(scene.language);
  output.addVideoTrack(videoSource, { frameRate: FRAMES_PER_SECOND, languageCode });
  output.addAudioTrack(audioSource, { languageCode });
  try {
    await output.start();
    await audioSource.add(sound);
    audioSource.close();
    const seconds = scene.durationMs / 1000;
    const frames = Math.ceil(seconds * FRAMES_PER_SECOND);
    for (let frame = 0; frame < frames; frame++) {
      signal.throwIfAborted();
      const timeS = frame / FRAMES_PER_SECOND;
      renderer.drawFrame(timeS * 1000, voice);
      await videoSource.add(timeS, Math.min(1 / FRAMES_PER_SECOND, seconds - timeS));
      onProgress((frame + 1) / frames);
    }
    videoSource.close();
    signal.throwIfAborted();
    await output.finalize();
  } catch (err) {
    if (output.state === "started") await output.cancel();
    throw err;
  }
  if (!target.buffer) throw new VideoNotSupportedError("This browser can’t make videos.");
  const file = new Blob([target.buffer], { type: format.format.mimeType });
  return { kind: format.name, file };
};
