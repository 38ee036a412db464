import { setTimeout as pause } from "node:timers/promises";
import type { RequestInit, Response } from "undici";
import { z } from "zod";
import { fetchOnce } from "../http/outgoing-fetch.ts";
import type { PayPalConfig } from "../service-config.ts";
import { parsePayPalError, createNoResponseError, PayPalError } from "./paypal-error.ts";

/** Request timeout. A capture takes PayPal 1 to 2 s. */
const REQUEST_TIMEOUT_MS = 8000;
/** Pause before a request is repeated because PayPal is still processing it. */
const CONFLICT_RETRY_DELAY_MS = 1000;
const TOKEN_MARGIN_MS = 60_000;

const TokenResponse = z.object({ access_token: z.string(), expires_in: z.number() });

export interface PayPalRequest<S extends z.ZodType> {
  method: "GET" | "POST";
  path: string;
  /** JSON text that is sent unchanged, because a signature may cover its exact bytes. */
  body?: string;
  /** Idempotency key. PayPal processes requests with the same key once. */
  requestId?: string;
  responseSchema: S;
}

export type PayPalFetch = <S extends z.ZodType>(request: PayPalRequest<S>) => Promise<z.output<S>>;

interface AccessToken {
  token: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}

const sendRequest = async (
  url: string,
  init: RequestInit,
  timeoutMs: number,
): Promise<Response> => {
  const signal = AbortSignal.timeout(timeoutMs);
  const response = await fetchOnce(url, { ...init, signal }).catch((err: unknown) => {
    throw createNoResponseError(err);
  });
  if (!response.ok) throw await parsePayPalError(response).catch(createNoResponseError);
  return response;
};

/** Parses a response. A truncated or unexpected one counts as missing. */
const parseResponse = async <S extends z.ZodType>(
  response: Response,
  schema: S,
): Promise<z.output<S>> => {
  try {
    return schema.parse(await response.json());
  } catch (err) {
    throw createNoResponseError(err);
  }
};

/** Caches the access token. Concurrent callers share one request for a new token. */
const createTokenCache = (access: PayPalConfig, timeoutMs: number) => {
  let current: Promise<AccessToken> | undefined;
  const ask = async (): Promise<AccessToken> => {
    const key = Buffer.from(`${access.clientId}:${access.clientSecret}`).toString("base64");
    const response = await sendRequest(
      `${access.baseUrl}/v1/oauth2/token`,
      {
        method: "POST",
        headers: {
          authorization: `Basic ${key}`,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: "grant_type=client_credentials",
      },
      timeoutMs,
    );
    const { access_token: token, expires_in: seconds } = await parseResponse(
      response,
      TokenResponse,
    );
    return { token, expiresAt: Date.now() + seconds * 1000 - TOKEN_MARGIN_MS };
  };
  const refresh = (): Promise<AccessToken> => {
    const request = ask();
    current = request;
    request.catch(() => {
      if (current === request) current = undefined;
    });
    return request;
  };
  return {
    async get(): Promise<string> {
      const request = current ?? refresh();
      const bearer = await request;
      if (bearer.expiresAt > Date.now()) return bearer.token;
      if (current === request) current = undefined;
      return (await (current ?? refresh())).token;
    },
    async drop(token: string): Promise<void> {
      if ((await current)?.token === token) current = undefined;
    },
  };
};

const isRetryable = (err: unknown): err is PayPalError =>
  err instanceof PayPalError && !err.isRefusal;

/**
 * Client for PayPal's API with the operator's credentials. Repeats a request once if there was no
 * usable response. That is safe, because reads have no effect and writes carry an idempotency key.
 * Throws PayPalError.
 */
export const createPayPalFetch = (
  access: PayPalConfig,
  timeoutMs: number = REQUEST_TIMEOUT_MS,
): PayPalFetch => {
  const tokens = createTokenCache(access, timeoutMs);
  const ask: PayPalFetch = async ({ method, path, body, requestId, responseSchema }) => {
    const token = await tokens.get();
    try {
      const response = await sendRequest(
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
        timeoutMs,
      );
      return await parseResponse(response, responseSchema);
    } catch (err) {
      if (err instanceof PayPalError && err.status === 401) await tokens.drop(token);
      throw err;
    }
  };
  return (request) =>
    ask(request).catch(async (err: unknown) => {
      if (!isRetryable(err)) throw err;
      if (err.status === 409) await pause(CONFLICT_RETRY_DELAY_MS);
      return ask(request);
    });
};
