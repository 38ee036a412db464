import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import type { PayPalAccess } from "../access.ts";
import { errorOf, noAnswer, PayPalError } from "./paypal-error.ts";

/** Request timeout; PayPal's captures take 1 to 2 s. */
const PATIENCE_MS = 8000;
/** Pause before a request is repeated that PayPal is still processing. */
const IN_PROGRESS_MS = 1000;
const TOKEN_MARGIN_MS = 60_000;

const Token = z.object({ access_token: z.string(), expires_in: z.number() });

export interface PayPalRequest<S extends z.ZodType> {
  method: "GET" | "POST";
  path: string;
  /** The JSON text as it is sent, since a signature may cover its exact bytes. */
  body?: string;
  /** Idempotency key: PayPal processes requests with the same id once. */
  requestId?: string;
  answer: S;
}

export type PayPalFetch = <S extends z.ZodType>(request: PayPalRequest<S>) => Promise<z.output<S>>;

interface Bearer {
  token: string;
  /** Milliseconds since 1970. */
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

/** A truncated or unexpected response counts as none. */
const read = async <S extends z.ZodType>(answer: Response, schema: S): Promise<z.output<S>> => {
  try {
    return schema.parse(await answer.json());
  } catch (err) {
    throw noAnswer(err);
  }
};

/** Caches the access token; concurrent callers share one request for it. */
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
    async drop(token: string): Promise<void> {
      if ((await current)?.token === token) current = undefined;
    },
  };
};

const mayRepeat = (err: unknown): err is PayPalError =>
  err instanceof PayPalError && !err.isRefusal;

/**
 * Client for PayPal's API with this merchant's credentials. Repeats a request once if it got no
 * usable response: reads have no effect, and writes carry an id. Throws PayPalError.
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
