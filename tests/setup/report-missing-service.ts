/** Tells loudly that tests are skipped since this machine lacks something; throws where it is asked for. */
export const reportMissingService = (what: string, requiredBy: string): void => {
  if (process.env[requiredBy]) throw new Error(`${what}, and ${requiredBy} asks for it.`);
  process.stderr.write(`\n!!! ${what}: the tests that need it are SKIPPED.\n\n`);
};
