import { z } from "zod";
import { PASSKEY_NAME_MAX } from "../domain/sign-in-method.ts";
import { Id, Instant } from "./primitives.ts";

/** Base64url, as WebAuthn encodes bytes. `max` is in characters. */
const bytes = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);

const PasskeyName = z
  .string()
  .trim()
  .min(1, "A name is required")
  .max(PASSKEY_NAME_MAX, `A name has at most ${PASSKEY_NAME_MAX} characters`);

/** WebAuthn credential id: at most 1023 bytes. */
const CredentialId = bytes(1364);
/** Client data JSON of the browser: type, origin and challenge. */
const ClientData = bytes(4000);

const Credential = z.object({ id: z.string(), type: z.literal("public-key") });

/** Options to create a passkey, in WebAuthn's terms. */
export const PasskeyCreation = z.object({
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
export type PasskeyCreation = z.infer<typeof PasskeyCreation>;

export const NewPasskey = z.strictObject({
  name: PasskeyName,
  id: CredentialId,
  clientData: ClientData,
  attestation: bytes(16_000),
});
export type NewPasskey = z.infer<typeof NewPasskey>;

export const RenamePasskey = z.strictObject({ name: PasskeyName });
export type RenamePasskey = z.infer<typeof RenamePasskey>;

/** Options to sign with a passkey, in WebAuthn's terms. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  /** Accepted passkeys; an empty list accepts any passkey of this site. */
  allowCredentials: z.array(Credential),
  userVerification: z.literal("required"),
  timeout: z.int(),
});
export type PasskeyRequest = z.infer<typeof PasskeyRequest>;

export const PasskeyAnswer = z.strictObject({
  id: CredentialId,
  clientData: ClientData,
  authenticatorData: bytes(4000),
  signature: bytes(2000),
});
export type PasskeyAnswer = z.infer<typeof PasskeyAnswer>;

export const Passkey = z.object({
  id: Id,
  name: z.string(),
  createdAt: Instant,
  usedAt: Instant.nullable(),
});
export type Passkey = z.infer<typeof Passkey>;

/** The secret of an authenticator app, for typing and as a URL for the QR code. */
export const AppSecret = z.object({ secret: z.string(), address: z.string() });
export type AppSecret = z.infer<typeof AppSecret>;

/** A code of an authenticator app or a recovery code. Spaces and dashes are ignored. */
export const SignInCode = z.string().trim().min(1, "A code is required").max(40);

export const ConfirmApp = z.strictObject({ code: SignInCode });
export type ConfirmApp = z.infer<typeof ConfirmApp>;

/** Shown once; only hashes are stored. */
export const RecoveryCodes = z.object({ recoveryCodes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof RecoveryCodes>;

/** The password was correct. `secondStep` is the token for the request with the code. */
export const SecondStepAsked = z.object({ secondStep: z.string() });
export type SecondStepAsked = z.infer<typeof SecondStepAsked>;

export const SecondStep = z.strictObject({ token: z.string().max(200), code: SignInCode });
export type SecondStep = z.infer<typeof SecondStep>;

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
