import type {
  RegisterPasskeyRequest,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from "#shared/contract/accounts/sign-in-methods.ts";
import { rethrowUnlessReloading } from "../code-loading/reload-after-deploy.ts";
import { request } from "../api/request.ts";
import { useIsHydrated } from "../browser/hydration.ts";
import { findPasskeyProblem } from "./passkey-problem.ts";

const importWebAuthn = () => import("@simplewebauthn/browser").catch(rethrowUnlessReloading);

/**
 * Why passkeys cannot work here, as a sentence for the user; null if they can. Undefined until
 * hydration.
 */
export const usePasskeyProblem = (): string | null | undefined => {
  const isHydrated = useIsHydrated();
  if (!isHydrated) return undefined;
  const { location, isSecureContext } = window;
  const hasWebAuthn = "PublicKeyCredential" in window;
  return findPasskeyProblem({ location, isSecureContext, hasWebAuthn });
};

/** Messages for users, by the name of the WebAuthn error. */
const WEBAUTHN_ERROR_MESSAGES: Record<string, string> = {
  NotAllowedError: "It was cancelled, or took too long.",
  AbortError: "It was cancelled.",
  InvalidStateError: "This device already has a passkey for your account.",
  SecurityError: "Passkeys don’t work at this web address.",
};

const throwReadableError = (err: unknown): never => {
  throw new Error(
    err instanceof Error
      ? (WEBAUTHN_ERROR_MESSAGES[err.name] ?? err.message)
      : "No passkey was used.",
    {
      cause: err,
    },
  );
};

/** Creates a passkey. Throws an `Error` with a message for the user. */
export const createPasskey = async (
  optionsJSON: PasskeyCreationOptions,
): Promise<Omit<RegisterPasskeyRequest, "name">> => {
  const { startRegistration } = await importWebAuthn();
  const { id, response } = await startRegistration({ optionsJSON }).catch(throwReadableError);
  return { id, clientData: response.clientDataJSON, attestation: response.attestationObject };
};

/**
 * Requests a challenge from this path and signs it with a passkey. Throws an `Error` with a message
 * for the user.
 */
export const signPasskeyChallenge = async (path: string): Promise<PasskeyAssertion> => {
  const { startAuthentication } = await importWebAuthn();
  const optionsJSON = await request<PasskeyRequestOptions>("POST", path);
  const { id, response } = await startAuthentication({ optionsJSON }).catch(throwReadableError);
  const { clientDataJSON: clientData, authenticatorData, signature } = response;
  return { id, clientData, authenticatorData, signature };
};
