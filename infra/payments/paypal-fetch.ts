import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { PayPalAccess } from "../access.ts";
import { errorOf, noAnswer, PayPalError } from "./paypal-error.ts";

/** PayPal's captures take a second or two; beyond this nobody waits any more. */
const PATIENCE_MS = 8000;
/** What PayPal says it is still at is done by then, as a rule. */
const IN_PROGRESS_MS = 1000;
/** A token is replaced this long before it ends. */
const TOKEN_MARGIN_MS = 60_000;

const Token = z.object({ access_token: z.string(), expires_in: z.number() });

export interface PayPalRequest<S extends z.ZodType> {
  method: "GET" | "POST";
  path: string;
  /** JSON as it is sent: a signature may cover its very bytes. */
  body?: string;
  /** The same id is the same request: PayPal does it once and answers each time. */
  requestId?: string;
  answer: S;
}

export type PayPalFetch = <S extends z.ZodType>(request: PayPalRequest<S>) => Promise<z.output<S>>;

interface Bearer {
  token: string;
  /** Milliseconds since the epoch. */
  until: number;
}

const send = async (url: string, init: RequestInit, patienceMs: number): Promise<Response> => {
  const signal = AbortSignal.timeout(patienceMs);
  const answer = await fetch(url, { ...init, signal }).catch((err: unknown) => {
    throw noAnswer(err);
  });
  if (!answer.ok) throw await errorOf(answer).catch(noAnswer);
  return answer;
};

/** An answer that breaks off, or is not what was promised, is as good as none. */
const read = async <S extends z.ZodType>(answer: Response, schema: S): Promise<z.output<S>> => {
  try {
    return schema.parse(await answer.json());
  } catch (err) {
    throw noAnswer(err);
  }
};

/** One token for everybody, asked for once, however many wait for it. */
const createTokens = (access: PayPalAccess, patienceMs: number) => {
  let current: Promise<Bearer> | undefined;
  const ask = async (): Promise<Bearer> => {
    const key = Buffer.from(`${access.clientId}:${access.clientSecret}`).toString("base64");
    const answer = await send(
      `${access.baseUrl}/v1/oauth2/token`,
      {
        method: "POST",
        headers: {
          authorization: `Basic ${key}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "grant_type=client_credentials",
      },
      patienceMs,
    );
    const { access_token: token, expires_in: seconds } = await read(answer, Token);
    return { token, until: Date.now() + seconds * 1000 - TOKEN_MARGIN_MS };
  };
  const refresh = (): Promise<Bearer> => {
    const asked = ask();
    current = asked;
    asked.catch(() => {
      if (current === asked) current = undefined;
    });
    return asked;
  };
  return {
    async get(): Promise<string> {
      const asked = current ?? refresh();
      const bearer = await asked;
      if (bearer.until > Date.now()) return bearer.token;
      if (current === asked) current = undefined;
      return (await (current ?? refresh())).token;
    },
    /** This one is not accepted any more. */
    async drop(token: string): Promise<void> {
      if ((await current)?.token === token) current = undefined;
    },
  };
};

const mayRepeat = (err: unknown): err is PayPalError =>
  err instanceof PayPalError && !err.isRefusal;

/**
 * Calls PayPal as this merchant. Whatever got no usable answer is asked once more: reading is
 * harmless, and what changes something carries an id. Throws PayPalError.
 */
export const createPayPalFetch = (
  access: PayPalAccess,
  patienceMs: number = PATIENCE_MS,
): PayPalFetch => {
  const tokens = createTokens(access, patienceMs);
  const ask: PayPalFetch = async ({ method, path, body, requestId, answer }) => {
    const token = await tokens.get();
    try {
      const answered = await send(
        access.baseUrl + path,
        {
          method,
          headers: {
            authorization: `Bearer ${token}`,
            "content-type": "application/json",
            prefer: "return=representation",
            ...(requestId !== undefined && { "paypal-request-id": requestId }),
          },
          ...(body !== undefined && { body }),
        },
        patienceMs,
      );
      return await read(answered, answer);
    } catch (err) {
      if (err instanceof PayPalError && err.status === 401) await tokens.drop(token);
      throw err;
    }
  };
  return (request) =>
    ask(request).catch(async (err: unknown) => {
      if (!mayRepeat(err)) throw err;
      if (err.status === 409) await pause(IN_PROGRESS_MS);
      return ask(request);
    });
};
