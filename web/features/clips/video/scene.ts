import {
  computeClipDurationMs,
  CLIP_TURN_GAP_MS,
  type TimedSentence,
} from "#shared/domain/audio/clip.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";

interface SceneSentence extends TimedSentence {
  role: Role;
}

export interface ClipScene {
  topic: string;
  language: LanguageTag;
  product: string;
  /** The first speaker. In a clip of two turns the other side answers. */
  speaker: Role;
  names: Record<Role, string>;
  /** Sentences whose times are relative to the clip's start. */
  sentences: readonly SceneSentence[];
  durationMs: number;
  /** The models that wrote the sentences, for the metadata of files. */
  models: string;
}

/** Three-letter codes (ISO 639-2), which video files need. Contains the languages that we test. */
const TRACK_LANGUAGES = new Map(
  Object.entries({
    en: "eng",
    es: "spa",
    de: "deu",
    fr: "fra",
    pt: "por",
    hi: "hin",
    ar: "ara",
    he: "heb",
    zh: "zho",
    ja: "jpn",
  }),
);

/** Language code for a video's tracks; "und" (undetermined) for languages not listed above. */
export const getTrackLanguage = (language: LanguageTag): string =>
  TRACK_LANGUAGES.get(language.split("-", 1)[0] ?? "") ?? "und";

/** Sizes in pixels, of the shapes that social networks use. */
export const IMAGE_SIZES = {
  portrait: { width: 720, height: 1280 },
  square: { width: 720, height: 720 },
  landscape: { width: 1280, height: 720 },
} as const;
export type ImageShape = keyof typeof IMAGE_SIZES;

export const IMAGE_SHAPE_LABEL: Record<ImageShape, string> = {
  portrait: "Portrait",
  square: "Square",
  landscape: "Landscape",
};

/** Sentences with times from the clip's start, with a pause between two turns. */
export const toClipTimeline = (
  passages: readonly { role: Role; sentences: readonly TimedSentence[] }[],
): SceneSentence[] => {
  let atMs = 0;
  return passages.flatMap(({ role, sentences }) => {
    const shift = atMs - (sentences[0]?.startMs ?? 0);
    atMs += computeClipDurationMs([sentences]) + CLIP_TURN_GAP_MS;
    return sentences.map(({ text, startMs, endMs }) => ({
      role,
      text,
      startMs: startMs + shift,
      endMs: endMs + shift,
    }));
  });
};

/** Loudness (RMS) in equal time steps, scaled so that the loudest is 1. */
export const computeLoudness = (samples: Float32Array, steps: number): number[] => {
  const length = samples.length / steps;
  const levels = Array.from({ length: steps }, (_none, step) => {
    const part = samples.subarray(Math.floor(step * length), Math.floor((step + 1) * length));
    const sumOfSquares = part.reduce((sum, sample) => sum + sample * sample, 0);
    return Math.sqrt(sumOfSquares / (part.length || 1));
  });
  const loudest = levels.reduce((max, level) => Math.max(max, level), 0);
  return levels.map((level) => (loudest === 0 ? 0 : level / loudest));
};
