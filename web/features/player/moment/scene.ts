import type { SaidSentence } from "#shared/domain/moment.ts";
import type { Role } from "#shared/domain/side.ts";

/** Everything that a picture of a moment, or a film of it, shows. */
export interface Scene {
  topic: string;
  product: string;
  speaker: Role;
  names: Record<Role, string>;
  /** By the clock of the moment. */
  sentences: readonly SaidSentence[];
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

/** The same sentences by the clock of what begins with the first of them. */
export const fromItsBeginning = (said: readonly SaidSentence[]): SaidSentence[] => {
  const begin = said[0]?.startMs ?? 0;
  return said.map(({ text, startMs, endMs }) => ({
    text,
    startMs: startMs - begin,
    endMs: endMs - begin,
  }));
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
