import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from "#shared/contract/sign-in-methods.ts";

const PRESENT_AND_VERIFIED = 0x05;
const WITH_CREDENTIAL = 0x40;

/** What an authenticator might do otherwise than it should. */
interface Fault {
  /** Of the page that it believes to be on. */
  origin?: string;
  /** Whose key it believes to use. */
  rpId?: string;
  /** Whether it has asked for the finger, or the code, of who is there. */
  isVerified?: boolean;
  /** How often it says that it was used. */
  counter?: number;
  challenge?: string;
}

const sha256 = (bytes: string | Uint8Array) => createHash("sha256").update(bytes).digest();
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url");

/** A passkey in software, as a device would have it. */
export class SoftPasskey {
  readonly #id = randomBytes(16);
  readonly #privateKey: KeyObject;
  readonly #publicKey: KeyObject;
  #counter = 0;

  constructor(readonly origin: string) {
    const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
    this.#privateKey = privateKey;
    this.#publicKey = publicKey;
  }

  /** What it has made for a page that was asked for one. */
  create(options: PasskeyCreation, fault: Fault = {}): Omit<NewPasskey, "name"> {
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
      this.#authenticatorData(options.rp.id, WITH_CREDENTIAL, fault),
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

  /** What it has signed for a page that was asked who is there. */
  answer({ challenge, rpId }: PasskeyRequest, fault: Fault = {}): PasskeyAnswer {
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

  #clientData(type: string, challenge: string, fault: Fault): Buffer {
    const said = {
      type,
      challenge: fault.challenge ?? challenge,
      origin: fault.origin ?? this.origin,
      crossOrigin: false,
    };
    return Buffer.from(JSON.stringify(said));
  }

  #authenticatorData(rpId: string, more: number, fault: Fault): Buffer {
    const flags = (fault.isVerified === false ? 0x01 : PRESENT_AND_VERIFIED) | more;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(fault.counter ?? this.#counter);
    return Buffer.concat([sha256(fault.rpId ?? rpId), Buffer.from([flags]), counter]);
  }
}
