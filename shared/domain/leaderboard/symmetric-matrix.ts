export type Matrix = number[][];

export const createMatrix = (size: number): Matrix =>
  Array.from({ length: size }, () => Array.from({ length: size }, () => 0));

/** A pivot smaller than this part of its diagonal element means that the matrix is singular. */
const SINGULAR_PIVOT = 1e-9;

/** Returns the lower triangle L with L·Lᵀ = matrix. Null if the matrix is not positive definite. */
const factorize = (matrix: Matrix): Matrix | null => {
  const lower = createMatrix(matrix.length);
  for (let i = 0; i < matrix.length; i++)
    for (let j = 0; j <= i; j++) {
      let rest = matrix[i]![j]!;
      for (let k = 0; k < j; k++) rest -= lower[i]![k]! * lower[j]![k]!;
      if (i > j) lower[i]![j] = rest / lower[j]![j]!;
      else if (rest > SINGULAR_PIVOT * matrix[i]![i]!) lower[i]![i] = Math.sqrt(rest);
      else return null;
    }
  return lower;
};

/** Returns the inverse of a symmetric matrix. Null if the matrix is not positive definite. */
export const invert = (matrix: Matrix): Matrix | null => {
  const lower = factorize(matrix);
  if (!lower) return null;
  const size = matrix.length;
  const inverse = createMatrix(size);
  for (let column = 0; column < size; column++) {
    const solution = Array.from({ length: size }, (_zero, i) => (i === column ? 1 : 0));
    for (let i = 0; i < size; i++) {
      for (let k = 0; k < i; k++) solution[i]! -= lower[i]![k]! * solution[k]!;
      solution[i]! /= lower[i]![i]!;
    }
    for (let i = size - 1; i >= 0; i--) {
      for (let k = i + 1; k < size; k++) solution[i]! -= lower[k]![i]! * solution[k]!;
      solution[i]! /= lower[i]![i]!;
    }
    for (let i = 0; i < size; i++) inverse[i]![column] = solution[i]!;
  }
  return inverse;
};

export const multiply = (matrix: Matrix, vector: readonly number[]): number[] =>
  matrix.map((row) => row.reduce((sum, value, n) => sum + value * vector[n]!, 0));

/** Returns left·matrix·right. */
export const multiplyBoth = (
  left: readonly number[],
  matrix: Matrix,
  right: readonly number[],
): number => multiply(matrix, right).reduce((sum, value, n) => sum + value * left[n]!, 0);
