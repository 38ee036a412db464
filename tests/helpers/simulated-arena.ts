import type { RatedDebate } from "#shared/domain/leaderboard/bradley-terry.ts";
import { createTestRandom } from "./seeded-random.ts";

export interface ArenaShape {
  models: number;
  debates: number;
  /** The largest number of votes of a debate. */
  maxVotes: number;
  /** How much the votes of a debate agree beyond the models' strengths, from 0 to 1. */
  agreement: number;
}

export interface Arena {
  debates: RatedDebate[];
  /** Strengths in logits, with mean 0. */
  strengths: ReadonlyMap<string, number>;
}

/** What arguing For and speaking longer add in every arena, in logits. */
export const TRUE_SIDE_TERM = 0.2;
export const TRUE_LENGTH_TERM = 0.3;

const createDistributions = (seed: number) => {
  const random = createTestRandom(seed);
  const uniform = (): number => (random(2 ** 31) + 0.5) / 2 ** 31;
  const normal = (): number =>
    Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
  /** Marsaglia and Tsang (2000). */
  const gamma = (shape: number): number => {
    if (shape < 1) return gamma(shape + 1) * uniform() ** (1 / shape);
    const d = shape - 1 / 3;
    for (;;) {
      const x = normal();
      const v = (1 + x / Math.sqrt(9 * d)) ** 3;
      if (v > 0 && Math.log(uniform()) < x * x * 0.5 + d - d * v + d * Math.log(v)) return d * v;
    }
  };
  const beta = (a: number, b: number): number => {
    const [x, y] = [gamma(a), gamma(b)];
    return x / (x + y);
  };
  return { random, uniform, normal, beta };
};

/**
 * Simulates debates of models with known strengths. The votes of one debate share a random
 * deviation (beta-binomial), whose mean is what the strengths predict.
 */
export const simulateArena = (seed: number, shape: ArenaShape): Arena => {
  const { random, uniform, normal, beta } = createDistributions(seed);
  const names = Array.from({ length: shape.models }, (_name, n) => `model-${n}`);
  const drawn = names.map(() => 0.5 * normal());
  const mean = drawn.reduce((sum, value) => sum + value, 0) / drawn.length;
  const strengths = new Map(names.map((name, n) => [name, drawn[n]! - mean]));
  const spread = (1 - shape.agreement) / shape.agreement;
  const debates = Array.from({ length: shape.debates }, (): RatedDebate => {
    const one = random(shape.models);
    const other = (one + 1 + random(shape.models - 1)) % shape.models;
    const [forModel, againstModel] = [names[one]!, names[other]!];
    const logLength = 0.3 * normal();
    const logits =
      strengths.get(forModel)! -
      strengths.get(againstModel)! +
      TRUE_SIDE_TERM +
      TRUE_LENGTH_TERM * logLength;
    const expected = 1 / (1 + Math.exp(-logits));
    const p = beta(expected * spread, (1 - expected) * spread);
    const votes = 1 + random(shape.maxVotes);
    let forVotes = 0;
    for (let vote = 0; vote < votes; vote++) if (uniform() < p) forVotes++;
    return { forModel, againstModel, logLength, votes, forVotes };
  });
  return { debates, strengths };
};
