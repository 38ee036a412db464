/**
 * Reports that tests are skipped because a service is missing. Throws instead if the variable
 * `requiredBy` is set.
 */
export const reportMissingService = (what: string, requiredBy: string): void => {
  if (process.env[requiredBy]) throw new Error(`${what}, but ${requiredBy} is set.`);
  process.stderr.write(`\n!!! ${what}: the tests that need it are SKIPPED.\n\n`);
};
