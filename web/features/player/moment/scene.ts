import { heardMs, MOMENT_GAP_MS, type SaidSentence } from "#shared/domain/moment.ts";
import type { Role } from "#shared/domain/side.ts";

interface SceneSentence extends SaidSentence {
  role: Role;
}

/** Everything that a picture of a moment, or a film of it, shows. */
export interface Scene {
  topic: string;
  product: string;
  /** Who begins; in a moment of two turns the other one answers. */
  speaker: Role;
  names: Record<Role, string>;
  /** By the clock of the moment. */
  sentences: readonly SceneSentence[];
  durationMs: number;
}

/** The shapes that networks like, in pixels. */
export const SHAPES = {
  portrait: { width: 720, height: 1280 },
  square: { width: 720, height: 720 },
  landscape: { width: 1280, height: 720 },
} as const;
export type Shape = keyof typeof SHAPES;

export const SHAPE_LABEL: Record<Shape, string> = {
  portrait: "Portrait",
  square: "Square",
  landscape: "Landscape",
};

/** The sentences of a moment's passages by its own clock, as they are heard one after the other. */
export const byItsClock = (
  passages: readonly { role: Role; sentences: readonly SaidSentence[] }[],
): SceneSentence[] => {
  let atMs = 0;
  return passages.flatMap(({ role, sentences }) => {
    const shift = atMs - (sentences[0]?.startMs ?? 0);
    atMs += heardMs([sentences]) + MOMENT_GAP_MS;
    return sentences.map(({ text, startMs, endMs }) => ({
      role,
      text,
      startMs: startMs + shift,
      endMs: endMs + shift,
    }));
  });
};

/** How loud a sound is, in so many steps of equal length: each from 0 to 1, the loudest of them 1. */
export const loudnessOf = (samples: Float32Array, steps: number): number[] => {
  const length = samples.length / steps;
  const levels = Array.from({ length: steps }, (_none, step) => {
    const part = samples.subarray(Math.floor(step * length), Math.floor((step + 1) * length));
    const squares = part.reduce((sum, sample) => sum + sample * sample, 0);
    return Math.sqrt(squares / (part.length || 1));
  });
  const loudest = levels.reduce((most, level) => Math.max(most, level), 0);
  return levels.map((level) => (loudest === 0 ? 0 : level / loudest));
};
