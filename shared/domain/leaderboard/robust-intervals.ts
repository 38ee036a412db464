import {
  addOuterProduct,
  type DesignRow,
  type Fit,
  getLogits,
  toProbability,
} from "./bradley-terry.ts";
import { getStudentQuantile } from "./student-t.ts";
import { createMatrix, type Matrix, multiply, multiplyBoth } from "./symmetric-matrix.ts";

/** Keeps the variance finite for a debate that alone determines a parameter. */
const MIN_REMAINDER = 1e-6;

/** What one debate contributes to the variance. */
interface Contribution {
  row: DesignRow;
  /** Variance of the debate's votes if they were independent. */
  variance: number;
  /** Observed minus expected votes For. */
  residual: number;
  /** 1 - leverage. Leverage is the part of the estimate that the debate itself determines. */
  remainder: number;
}

const getContribution = (row: DesignRow, { parameters, inverse }: Fit): Contribution => {
  const p = toProbability(getLogits(row, parameters));
  const variance = row.votes * p * (1 - p);
  let square = 0;
  for (let i = 0; i < row.columns.length; i++)
    for (let j = 0; j < row.columns.length; j++)
      square += row.values[i]! * row.values[j]! * inverse[row.columns[i]!]![row.columns[j]!]!;
  const remainder = Math.max(MIN_REMAINDER, 1 - variance * square);
  return { row, variance, residual: row.forVotes - row.votes * p, remainder };
};

const sandwich = (inverse: Matrix, contributions: readonly Contribution[]): Matrix => {
  const meat = createMatrix(inverse.length);
  for (const { row, residual, remainder } of contributions)
    addOuterProduct(meat, row, residual ** 2 / remainder);
  const half = inverse.map((line) => multiply(meat, line));
  return half.map((line) => multiply(inverse, line));
};

export interface RobustIntervals {
  /** Returns half of the width of the 95 % interval of Σ weights·parameters. */
  getRadius(weights: readonly number[]): number;
  contributions: readonly Contribution[];
}

/**
 * Intervals by the sandwich estimator, clustered by debate: votes of the same debate may agree with
 * each other more than independent votes would. Residuals are corrected for leverage (CR2, Bell and
 * McCaffrey 2002), because the plain sandwich is too narrow for few debates. The quantile is
 * Student's t; its degrees of freedom are the effective number of debates (Kish) of the estimate. An
 * interval is never narrower than it would be for independent votes, because few debates can agree
 * by chance.
 */
export const getRobustIntervals = (fit: Fit): RobustIntervals => {
  const contributions = fit.rows.map((row) => getContribution(row, fit));
  const covariance = sandwich(fit.inverse, contributions);
  return {
    contributions,
    getRadius(weights) {
      const direction = multiply(fit.inverse, weights);
      let [sum, squares] = [0, 0];
      for (const { row, variance } of contributions) {
        const part = variance * getLogits(row, direction) ** 2;
        sum += part;
        squares += part ** 2;
      }
      const degrees = squares === 0 ? Infinity : sum ** 2 / squares;
      const variances = [covariance, fit.inverse].map((matrix) =>
        multiplyBoth(weights, matrix, weights),
      );
      return getStudentQuantile(degrees) * Math.sqrt(Math.max(...variances));
    },
  };
};

/** Weights that give the strength of a model (0 for all others) minus the mean of all strengths. */
export const getCenteredWeights = (fit: Fit, model: number): number[] =>
  fit.parameters.map((_value, n) => {
    if (n >= fit.models.length - 1) return 0;
    return (n + 1 === model ? 1 : 0) - 1 / fit.models.length;
  });
