import { createMatrix, invert, type Matrix, multiply } from "./symmetric-matrix.ts";

/** A debate of two models with the votes that count. */
export interface RatedDebate {
  forModel: string;
  againstModel: string;
  /** ln(length of the speeches For / length of the speeches Against). */
  logLength: number;
  votes: number;
  /** Votes for the model that argued For. A tie counts as half a vote. */
  forVotes: number;
}

/**
 * The fitted model: logit P(vote is For) = strength(forModel) - strength(againstModel) + side +
 * slope·logLength.
 */
export interface Fit {
  models: readonly string[];
  /** Strengths of the models in the same order, in logits, with mean 0. */
  strengths: number[];
  /** All parameters: strengths without the first model's (which is 0), then the terms. */
  parameters: number[];
  /** Index of the parameter for the advantage of the side For. */
  sideColumn: number;
  /** Index of the parameter for the slope of `logLength`; null if all lengths are equal. */
  lengthColumn: number | null;
  /** Inverse of the information matrix, over `parameters`. */
  inverse: Matrix;
  /** Rows of the design matrix: for each debate the indexes and values that are not 0. */
  rows: readonly DesignRow[];
}

export interface DesignRow {
  columns: number[];
  values: number[];
  votes: number;
  forVotes: number;
}

const MAX_STEPS = 50;
const CONVERGED_STEP = 1e-9;
/** Logits beyond this mean that the estimate runs to infinity (separation). */
const MAX_LOGITS = 12;

export const getLogits = (row: DesignRow, parameters: readonly number[]): number => {
  let sum = 0;
  for (let n = 0; n < row.columns.length; n++) sum += row.values[n]! * parameters[row.columns[n]!]!;
  return sum;
};

export const toProbability = (logits: number): number => 1 / (1 + Math.exp(-logits));

/** Assigns an index to each parameter: the models after the first one, then the terms. */
const layOut = (models: readonly string[], debates: readonly RatedDebate[]) => {
  const hasLength = debates.some(({ logLength }) => logLength !== 0);
  const side = models.length - 1;
  const length = hasLength ? models.length : null;
  const indexOf = new Map(models.map((model, n) => [model, n - 1]));
  return { size: models.length + (hasLength ? 1 : 0), side, length, indexOf };
};

type Layout = ReturnType<typeof layOut>;

const toDesignRow = (debate: RatedDebate, { side, length, indexOf }: Layout): DesignRow => {
  const columns: number[] = [];
  const values: number[] = [];
  const add = (column: number | null | undefined, value: number): void => {
    if (column === null || column === undefined || column < 0 || value === 0) return;
    columns.push(column);
    values.push(value);
  };
  // If a model debates itself, its strength cancels out. Only side and length are estimated.
  if (debate.forModel !== debate.againstModel) {
    add(indexOf.get(debate.forModel), 1);
    add(indexOf.get(debate.againstModel), -1);
  }
  add(side, 1);
  add(length, debate.logLength);
  return { columns, values, votes: debate.votes, forVotes: debate.forVotes };
};

/** Adds the row's outer product, multiplied by `weight`, to the matrix. */
export const addOuterProduct = (
  matrix: Matrix,
  { columns, values }: DesignRow,
  weight: number,
): void => {
  for (let i = 0; i < columns.length; i++) {
    const line = matrix[columns[i]!]!;
    const scaled = weight * values[i]!;
    for (let j = 0; j < columns.length; j++) line[columns[j]!]! += scaled * values[j]!;
  }
};

const deriveLikelihood = (rows: readonly DesignRow[], parameters: readonly number[]) => {
  const score = parameters.map(() => 0);
  const information = createMatrix(parameters.length);
  for (const row of rows) {
    const p = toProbability(getLogits(row, parameters));
    const residual = row.forVotes - row.votes * p;
    for (let n = 0; n < row.columns.length; n++)
      score[row.columns[n]!]! += residual * row.values[n]!;
    addOuterProduct(information, row, row.votes * p * (1 - p));
  }
  return { score, information };
};

/**
 * Returns the maximum-likelihood estimate, found by Newton's method from `start`. Null if there is
 * no finite, unique estimate.
 */
const maximize = (rows: readonly DesignRow[], start: readonly number[]) => {
  let parameters = [...start];
  for (let step = 0; step < MAX_STEPS; step++) {
    const { score, information } = deriveLikelihood(rows, parameters);
    const inverse = invert(information);
    if (!inverse) return null;
    const change = multiply(inverse, score);
    const largest = Math.max(...change.map(Math.abs));
    if (largest < CONVERGED_STEP) return { parameters, inverse };
    // Without this limit, the first steps overshoot.
    const scale = Math.min(1, 2 / largest);
    parameters = parameters.map((value, n) => value + scale * change[n]!);
    if (parameters.some((value) => Math.abs(value) > MAX_LOGITS)) return null;
  }
  return null;
};

/**
 * Returns the strengths of all models, shifted to mean 0. `parameters` leaves out the first model,
 * whose strength is fixed at 0.
 */
const centerStrengths = (parameters: readonly number[], models: number): number[] => {
  const free = [0, ...parameters.slice(0, models - 1)];
  const mean = free.reduce((sum, value) => sum + value, 0) / models;
  return free.map((value) => value - mean);
};

/**
 * Fits a Bradley-Terry model in which every vote has the same weight. Null if the data determine no
 * finite estimate, for example if a model won all its votes, or if each model always argued the same
 * side.
 */
export const fitBradleyTerry = (
  models: readonly string[],
  debates: readonly RatedDebate[],
): Fit | null => {
  const layout = layOut(models, debates);
  const rows = debates.map((debate) => toDesignRow(debate, layout));
  const estimate = maximize(
    rows,
    Array.from({ length: layout.size }, () => 0),
  );
  if (!estimate) return null;
  return {
    models,
    strengths: centerStrengths(estimate.parameters, models.length),
    ...estimate,
    sideColumn: layout.side,
    lengthColumn: layout.length,
    rows,
  };
};

/**
 * Returns the strengths without some debates, given by their indexes. Starts at the estimate with
 * all debates and reuses its rows, so that many such fits stay cheap. Null if there is no estimate.
 */
export const refitWithout = (fit: Fit, removed: ReadonlySet<number>): number[] | null => {
  const rows = fit.rows.filter((_row, n) => !removed.has(n));
  const estimate = maximize(rows, fit.parameters);
  return estimate && centerStrengths(estimate.parameters, fit.models.length);
};
