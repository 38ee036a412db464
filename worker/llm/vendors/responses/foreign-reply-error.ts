import { z } from "zod";

const MAX_TEXT_CHARACTERS = 80;

/** Fields in which servers put a sentence about an error. */
const ErrorMessage = z
  .looseObject({
    message: z.string().optional().catch(undefined),
    msg: z.string().optional().catch(undefined),
    detail: z.string().optional().catch(undefined),
  })
  .transform(({ message, msg, detail }) => message ?? msg ?? detail);

const readMessage = (body: string): string | undefined => {
  try {
    return ErrorMessage.parse(JSON.parse(body.replace(/^data:/, "")));
  } catch {
    return undefined; // no JSON, or only the beginning
  }
};

/**
 * Returns the error message in the body; empty if it is long, because it could contain the prompt.
 */
const summarize = (beginning: string): string => {
  const title = /<title[^>]{0,100}>([^<]{0,200})/i.exec(beginning)?.[1];
  const isMarkup = /^(?:[<{["]|data:)/.test(beginning);
  const text = title ?? readMessage(beginning) ?? (isMarkup ? "" : beginning);
  const trimmed = text.trim();
  return trimmed.length > MAX_TEXT_CHARACTERS ? "" : trimmed;
};

/**
 * A server answered with a status of success, but not with a reply of a model: an empty body, a web
 * page, or other JSON. Either the base URL is wrong, or a proxy has answered.
 */
export class ForeignReplyError extends Error {
  override readonly name = "ForeignReplyError";

  constructor({ status, headers }: Response, beginning: string) {
    const type = headers.get("content-type") ?? "no content type";
    const summary = beginning === "" ? "empty body" : summarize(beginning);
    super([`status ${status}`, type, summary].filter((part) => part !== "").join(", "));
  }
}
