import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from "#shared/contract/sign-in-methods.ts";
import { failUnlessReloading } from "./fresh-code.ts";
import { request } from "./request.ts";
import { useIsTakenOver } from "./use-browser.ts";

const fetchCode = () => import("@simplewebauthn/browser").catch(failUnlessReloading);

/** Whether this browser supports passkeys; false until hydration. */
export const useHasPasskeys = (): boolean => useIsTakenOver() && "PublicKeyCredential" in window;

/** User-facing messages for WebAuthn errors. */
const REASONS: Record<string, string> = {
  NotAllowedError: "It was cancelled, or took too long.",
  AbortError: "It was cancelled.",
  InvalidStateError: "This device has a passkey for your account already.",
  SecurityError: "Passkeys do not work at this address of the server.",
};

const inWords = (err: unknown): never => {
  throw new Error(
    err instanceof Error ? (REASONS[err.name] ?? err.message) : "No passkey was used.",
    {
      cause: err,
    },
  );
};

/** Creates a passkey. @throws {Error} with a user-facing message */
export const createPasskey = async (
  optionsJSON: PasskeyCreation,
): Promise<Omit<NewPasskey, "name">> => {
  const { startRegistration } = await fetchCode();
  const { id, response } = await startRegistration({ optionsJSON }).catch(inWords);
  return { id, clientData: response.clientDataJSON, attestation: response.attestationObject };
};

/**
 * Requests a challenge from this path and signs it with a passkey. @throws {Error} with a
 * user-facing message
 */
export const answerWithPasskey = async (path: string): Promise<PasskeyAnswer> => {
  const { startAuthentication } = await fetchCode();
  const optionsJSON = await request<PasskeyRequest>("POST", path);
  const { id, response } = await startAuthentication({ optionsJSON }).catch(inWords);
  const { clientDataJSON: clientData, authenticatorData, signature } = response;
  return { id, clientData, authenticatorData, signature };
};
