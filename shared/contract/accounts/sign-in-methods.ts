import { z } from "zod";
import { PASSKEY_NAME_MAX } from "#shared/domain/accounts/sign-in-method.ts";
import { Id, Instant } from "../primitives.ts";

/** Base64url, as WebAuthn encodes bytes. `max` is in characters. */
const base64Url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);

const PasskeyName = z
  .string()
  .trim()
  .min(1, "A name is required")
  .max(PASSKEY_NAME_MAX, `A name has at most ${PASSKEY_NAME_MAX} characters`);

/** WebAuthn credential id: at most 1023 bytes, which are 1364 characters. */
const CredentialId = base64Url(1364);
/** Client data JSON of the browser: type, origin and challenge. */
const ClientData = base64Url(4000);

const Credential = z.object({ id: z.string(), type: z.literal("public-key") });

/** Options to create a passkey, in WebAuthn's terms. */
export const PasskeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal("public-key") })),
  /** The account's existing passkeys, because a device must not create a second one. */
  excludeCredentials: z.array(Credential),
  authenticatorSelection: z.object({
    residentKey: z.literal("required"),
    requireResidentKey: z.literal(true),
    userVerification: z.literal("required"),
  }),
  attestation: z.literal("none"),
  timeout: z.int(),
});
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>;

export const RegisterPasskeyRequest = z.strictObject({
  name: PasskeyName,
  id: CredentialId,
  clientData: ClientData,
  attestation: base64Url(16_000),
});
export type RegisterPasskeyRequest = z.infer<typeof RegisterPasskeyRequest>;

export const RenamePasskeyRequest = z.strictObject({ name: PasskeyName });
export type RenamePasskeyRequest = z.infer<typeof RenamePasskeyRequest>;

/** Options to sign with a passkey, in WebAuthn's terms. */
export const PasskeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Accepted passkeys; an empty list accepts any passkey of this site. */
  allowCredentials: z.array(Credential),
  userVerification: z.literal("required"),
  timeout: z.int(),
});
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>;

export const PasskeyAssertion = z.strictObject({
  id: CredentialId,
  clientData: ClientData,
  authenticatorData: base64Url(4000),
  signature: base64Url(2000),
});
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>;

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  usedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** The secret of an authenticator app, for typing and as a URL for the QR code. */
export const AuthenticatorSecret = z.object({ secret: z.string(), address: z.string() });
export type AuthenticatorSecret = z.infer<typeof AuthenticatorSecret>;

/** A code of an authenticator app or a recovery code. Spaces and dashes are ignored. */
export const SignInCode = z.string().trim().min(1, "A code is required").max(40);

export const ConfirmAuthenticatorRequest = z.strictObject({ code: SignInCode });
export type ConfirmAuthenticatorRequest = z.infer<typeof ConfirmAuthenticatorRequest>;

/** Recovery codes are sent only once, because only their hashes are stored. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/**
 * Response to a correct password that must be followed by a code. `secondStep` is the token for the
 * request with the code.
 */
export const SecondFactorChallenge = z.object({ secondStep: z.string() });
export type SecondFactorChallenge = z.infer<typeof SecondFactorChallenge>;

export const SecondFactorRequest = z.strictObject({ token: z.string().max(200), code: SignInCode });
export type SecondFactorRequest = z.infer<typeof SecondFactorRequest>;

/** Sign-in methods besides the password. */
export const SignInMethods = z.object({
  passkeys: z.array(Passkey),
  app: z
    .object({
      addedAt: Instant,
      recoveryCodes: z.int().min(0),
    })
    .nullable(),
});
export type SignInMethods = z.infer<typeof SignInMethods>;
