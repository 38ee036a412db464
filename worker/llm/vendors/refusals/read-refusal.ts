import OpenAI from "openai";
import { z } from "zod";
import { redactMessage } from "#infra/serialize-error.ts";
import type { WireRequest } from "../../wire-request.ts";
import {
  buildDetail,
  classifyError,
  getHttpStatus,
  isSdkError,
  type ProviderFailure,
} from "../to-provider-error.ts";

const MAX_MESSAGE_CHARACTERS = 2000;
const MAX_REASON_CHARACTERS = 160;
/**
 * A message that repeats this many characters of the prompt is hidden, because users wrote the
 * prompt.
 */
const REPEATED_CHARACTERS = 16;

/** FastAPI's list of invalid fields. Their `input` is left out, because it repeats the request. */
const InvalidFields = z.object({
  detail: z.array(z.object({ loc: z.array(z.unknown()), msg: z.string() })),
});

/** An error response that may be about one field of the request. */
export interface Refusal {
  /** HTTP status; undefined for an error in the body of a reply with status 200. */
  status: number | undefined;
  serverMessage: string;
  param: unknown;
  failure: ProviderFailure;
  /** Whether the server speaks OpenAI's protocol, and thus may be any compatible server. */
  isCompatible: boolean;
}

/** Failures that changing the request cannot avoid. */
const FINAL_FAILURES: ReadonlySet<ProviderFailure> = new Set([
  "refused",
  "out_of_credit",
  "rate_limited",
  "unreachable",
]);

const tryParseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // a plain sentence
  }
};

const readMessage = ({ message, status }: { message: string; status: unknown }): string => {
  const text = message.replace(`${String(status)} `, "");
  const fields = InvalidFields.safeParse(tryParseJson(text)).data?.detail;
  const shortText = fields?.map(({ loc, msg }) => `${loc.join(".")} ${msg}`).join("; ") ?? text;
  return shortText.slice(0, MAX_MESSAGE_CHARACTERS);
};

/**
 * Reads a server's refusal. Returns null for errors without a response of the server, and for
 * errors that no change of the request can avoid.
 */
export const readRefusal = (err: unknown): Refusal | null => {
  if (!isSdkError(err)) return null;
  const failure = classifyError(err);
  if (FINAL_FAILURES.has(failure)) return null;
  const { code, param } = { code: undefined, param: undefined, ...err };
  const isCompatible = err instanceof OpenAI.APIError;
  const status = getHttpStatus(err, String(code));
  return { status, serverMessage: readMessage(err), param, failure, isCompatible };
};

const repeatsPrompt = (text: string, { system, user }: WireRequest): boolean => {
  const prompt = `${system ?? ""}\n${user}`;
  const starts = Math.max(text.length - REPEATED_CHARACTERS + 1, 0);
  return Array.from({ length: starts }, (_, at) => text.slice(at, at + REPEATED_CHARACTERS)).some(
    (part) => prompt.includes(part),
  );
};

/** Describes a refusal for logs and pages, without the API key and without texts of users. */
export const describeRefusal = (
  err: unknown,
  refusal: Refusal,
  request: WireRequest,
  apiKey: string,
): string => {
  const message = redactMessage(refusal.serverMessage.replaceAll(apiKey, "…"));
  const isSafe = !repeatsPrompt(message, request);
  const reason = `${buildDetail(err)}${isSafe ? `: ${message}` : ""}`;
  return reason.replaceAll(apiKey, "…").slice(0, MAX_REASON_CHARACTERS);
};
