import { readFileSync } from "node:fs";

/** Values of `sslmode` and what the driver is told. Only the last two verify the server. */
const TLS_MODES = new Map([
  ["disable", "disable"],
  // The driver cannot fall back to a connection without TLS.
  ["allow", "require"],
  ["prefer", "require"],
  ["no-verify", "require"],
  ["require", "require"],
  ["verify-ca", "verify-ca"],
  ["verify-full", "verify-full"],
]);

const FILE_PARAMETERS = ["sslrootcert", "sslcert", "sslkey"];

const canRead = (file: string): boolean => {
  try {
    readFileSync(file);
    return true;
  } catch {
    return false;
  }
};

/** What is wrong with the TLS parameters of an address of PostgreSQL; undefined: nothing. */
const findProblem = (parameters: URLSearchParams): string | undefined => {
  const mode = parameters.get("sslmode");
  if (mode !== null && !TLS_MODES.has(mode))
    return `sslmode must be one of ${[...TLS_MODES.keys()].join(", ")}`;
  if (mode === "verify-ca" && !parameters.has("sslrootcert"))
    return "sslmode=verify-ca needs sslrootcert=<file with the certificates of the provider's CA>";
  const missing = FILE_PARAMETERS.find((name) => {
    const file = parameters.get(name);
    return file !== null && !canRead(file);
  });
  return missing && `${missing} names a file that cannot be read`;
};

/**
 * The address with TLS parameters that make the driver do what `psql` does: by itself it verifies
 * the server in each mode. `addProblem` gets what the operator has to change.
 */
export const normalizeTlsParameters = (
  address: string,
  addProblem: (problem: string) => void,
): string => {
  const url = new URL(address);
  const parameters = url.searchParams;
  // The CAs that Node knows; psql then verifies in full, too.
  if (parameters.get("sslrootcert") === "system") {
    parameters.delete("sslrootcert");
    parameters.set("sslmode", "verify-full");
  }
  const mode = parameters.get("sslmode");
  const problem = findProblem(parameters);
  if (problem !== undefined) addProblem(problem);
  if (mode === null) return address;
  // With a CA, `require` verifies, which the mode `no-verify` excludes.
  if (mode === "no-verify") parameters.delete("sslrootcert");
  parameters.set("sslmode", TLS_MODES.get(mode) ?? mode);
  parameters.set("uselibpqcompat", "true");
  return url.href;
};
