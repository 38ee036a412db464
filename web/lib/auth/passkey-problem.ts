const IP_ADDRESS = /^\[|^\d+(?:\.\d+){3}$/;
const LOOPBACK_ADDRESS = /^(?:127\.|\[::1\])/;

interface PasskeyEnvironment {
  location: Pick<Location, "hostname" | "port">;
  isSecureContext: boolean;
  hasWebAuthn: boolean;
}

/**
 * Returns why passkeys cannot work in this browser at this address, as a sentence for the user, or
 * null. WebAuthn needs HTTPS, except on localhost, and a domain name instead of an IP address.
 */
export const findPasskeyProblem = ({
  location: { hostname, port },
  isSecureContext,
  hasWebAuthn,
}: PasskeyEnvironment): string | null => {
  if (LOOPBACK_ADDRESS.test(hostname))
    return `Passkeys don’t work at ${hostname}. Open http://localhost${port && `:${port}`} instead.`;
  if (IP_ADDRESS.test(hostname))
    return "Passkeys don’t work at an IP address. They need a domain name.";
  if (!isSecureContext) return "Passkeys need a secure address, which begins with https.";
  if (!hasWebAuthn) return "This browser doesn’t support passkeys.";
  return null;
};
