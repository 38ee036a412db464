import { readFileSync } from "node:fs";
import type { ConnectionOptions } from "node:tls";

/** TLS parameters of a `rediss://` URL, named as in other Redis clients. */
const CA_FILE = "ssl_ca_certs";
const VERIFICATION = "ssl_cert_reqs";
const VERIFICATIONS = new Map([
  ["none", false],
  ["required", true],
]);

interface RedisAddress {
  /** The URL without the TLS parameters. */
  url: string;
  tls?: ConnectionOptions;
}

/** Celery and Heroku write `CERT_NONE` instead of `none`. */
const parseVerification = (value: string): boolean | undefined =>
  VERIFICATIONS.get(value.toLowerCase().replace(/^cert_/, ""));

/** Throws, with a message for the operator, if the TLS parameters are wrong. */
export const parseRedisAddress = (address: string): RedisAddress => {
  const url = new URL(address);
  const file = url.searchParams.get(CA_FILE);
  const verification = url.searchParams.get(VERIFICATION);
  if (file === null && verification === null) return { url: address };
  if (url.protocol !== "rediss:") throw new Error(`${CA_FILE} and ${VERIFICATION} need rediss://`);
  const tls: ConnectionOptions = {};
  if (verification !== null) {
    tls.rejectUnauthorized = parseVerification(verification);
    if (tls.rejectUnauthorized === undefined)
      throw new Error(`${VERIFICATION} must be ${[...VERIFICATIONS.keys()].join(" or ")}`);
  }
  try {
    if (file !== null) tls.ca = readFileSync(file);
  } catch (err) {
    throw new Error(`${CA_FILE} names a file that cannot be read`, { cause: err });
  }
  url.searchParams.delete(CA_FILE);
  url.searchParams.delete(VERIFICATION);
  return { url: url.href, tls };
};
