import { unwrapDriverError } from "./database-errors.ts";

/**
 * Connection errors that an operator can fix, by code or message, with the advice for the operator.
 */
const ADVICE: [pattern: RegExp, advice: string][] = [
  [
    /does not support SSL/,
    "PostgreSQL offers no TLS there. Switch it on, or set sslmode=disable in the address.",
  ],
  [
    /no encryption|SSL off|SSL required|connection is insecure/i,
    "PostgreSQL accepts only TLS there. Add ?sslmode=require to the address, or verify-full with sslrootcert.",
  ],
  [
    /SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER|VERIFY)|CERT_UNTRUSTED/,
    "The CA of PostgreSQL's certificate is not known. Add sslrootcert=<file with the provider's CA> to the " +
      "address, or encrypt without verifying with sslmode=require.",
  ],
  [
    /ERR_TLS_CERT_ALTNAME_INVALID/,
    "PostgreSQL's certificate is for another host name. Use that name in the address, or sslmode=verify-ca with sslrootcert.",
  ],
];

/** Returns an error with advice for the operator, or the same error if there is no advice. */
export const explainConnectError = (err: unknown): unknown => {
  const { code, message } = unwrapDriverError(err);
  const text = `${String(code)} ${String(message)}`;
  const advice = ADVICE.find(([pattern]) => pattern.test(text))?.[1];
  return advice === undefined ? err : new Error(`${advice} (${String(message)})`, { cause: err });
};
