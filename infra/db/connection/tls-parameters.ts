import { readFileSync } from "node:fs";

/**
 * Values of `sslmode` in PostgreSQL's URL, and the value that is passed to the driver. Only the
 * last two verify the server.
 */
const TLS_MODES = new Map([
  ["disable", "disable"],
  // These two modes may fall back to a connection without TLS, which the driver cannot do. So they
  // require TLS.
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

/**
 * Returns what is wrong with the TLS parameters of a database URL; undefined if they are correct.
 */
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
 * Returns the URL with TLS parameters that make the driver behave like `psql`. By default the
 * driver verifies the server in every mode. `addProblem` receives what the operator has to change.
 */
export const normalizeTlsParameters = (
  address: string,
  addProblem: (problem: string) => void,
): string => {
  const url = new URL(address);
  const parameters = url.searchParams;
  // `system` stands for the CAs that Node knows. As in `psql`, the server is then fully verified.
  if (parameters.get("sslrootcert") === "system") {
    parameters.delete("sslrootcert");
    parameters.set("sslmode", "verify-full");
  }
  const mode = parameters.get("sslmode");
  const problem = findProblem(parameters);
  if (problem !== undefined) addProblem(problem);
  if (mode === null) return address;
  // The driver verifies the server in mode `require` if a CA is given, but `no-verify` must not
  // verify.
  if (mode === "no-verify") parameters.delete("sslrootcert");
  parameters.set("sslmode", TLS_MODES.get(mode) ?? mode);
  parameters.set("uselibpqcompat", "true");
  return url.href;
};
