import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type {
  RegisterPasskeyRequest,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from "#shared/contract/accounts/sign-in-methods.ts";

const FLAGS_PRESENT_AND_VERIFIED = 0x05;
const FLAG_ATTESTED_CREDENTIAL = 0x40;

/** Ways in which an authenticator can answer wrongly. */
interface AuthenticatorFault {
  origin?: string;
  rpId?: string;
  /** Whether the authenticator reports that it verified the user by fingerprint or PIN. */
  isVerified?: boolean;
  counter?: number;
  challenge?: string;
}

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

export class VirtualAuthenticator {
  readonly #id = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #counter = 0;

  constructor(readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** Returns a registration response for the creation options. */
  create(
    options: PasskeyCreationOptions,
    fault: AuthenticatorFault = {},
  ): Omit<RegisterPasskeyRequest, "name"> {
    const { x = "", y = "" } = this.#publicKey.export({ format: "jwk" });
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, "base64url"))],
        [-3, new Uint8Array(Buffer.from(y, "base64url"))],
      ]),
    );
    const length = Buffer.from([0, this.#id.length]);
    const authData = Buffer.concat([
      this.#authenticatorData(options.rp.id, FLAG_ATTESTED_CREDENTIAL, fault),
      Buffer.concat([Buffer.alloc(16), length, this.#id, key]),
    ]);
    const attestation = isoCBOR.encode(
      new Map<string, string | Uint8Array | Map<never, never>>([
        ["fmt", "none"],
        ["attStmt", new Map<never, never>()],
        ["authData", new Uint8Array(authData)],
      ]),
    );
    return {
      id: base64(this.#id),
      clientData: base64(this.#clientData("webauthn.create", options.challenge, fault)),
      attestation: base64(attestation),
    };
  }

  /** Returns a signed assertion for the request options. */
  answer(
    { challenge, rpId }: PasskeyRequestOptions,
    fault: AuthenticatorFault = {},
  ): PasskeyAssertion {
    this.#counter += 1;
    const clientData = this.#clientData("webauthn.get", challenge, fault);
    const authData = this.#authenticatorData(rpId, 0, fault);
    const signed = Buffer.concat([authData, sha256(clientData)]);
    return {
      id: base64(this.#id),
      clientData: base64(clientData),
      authenticatorData: base64(authData),
      signature: base64(sign("sha256", signed, this.#privateKey)),
    };
  }

  #clientData(type: string, challenge: string, fault: AuthenticatorFault): Buffer {
    const data = {
      type,
      challenge: fault.challenge ?? challenge,
      origin: fault.origin ?? this.origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(data));
  }

  #authenticatorData(rpId: string, more: number, fault: AuthenticatorFault): Buffer {
    const flags = (fault.isVerified === false ? 0x01 : FLAGS_PRESENT_AND_VERIFIED) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(fault.counter ?? this.#counter);
    return Buffer.concat([sha256(fault.rpId ?? rpId), Buffer.from([flags]), counter]);
  }
}
