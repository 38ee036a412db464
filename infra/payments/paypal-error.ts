import { z } from "zod";
import { ErrorWithDetails } from "../serialize-error.ts";

const PayPalErrorBody = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  debug_id: z.string().optional(),
  details: z
    .array(z.object({ issue: z.string().optional(), description: z.string().optional() }))
    .optional(),
});

interface PayPalErrorOptions {
  /** HTTP status of the response; 0 if there was none. */
  status: number;
  /** PayPal's error code; empty if the response has none. */
  issue?: string;
  debugId?: string | undefined;
  cause?: unknown;
}

/** Only what looks like a code or an id is logged. Other text may repeat the request's data. */
const toSafeName = (value: string | undefined): string | undefined =>
  /^[\w-]{1,64}$/.test(value ?? "") ? value : undefined;

/**
 * PayPal refused a request, or did not answer. Without an answer it is unknown whether PayPal has
 * processed the request.
 */
export class PayPalError extends ErrorWithDetails {
  readonly status: number;
  readonly issue: string;
  readonly debugId: string | undefined;

  constructor(message: string, { status, issue = "", debugId, cause }: PayPalErrorOptions) {
    super(message, { cause });
    this.name = "PayPalError";
    this.status = status;
    this.issue = issue;
    this.debugId = debugId;
  }

  /** Fields for the log. PayPal's message is left out, because it may repeat the request's data. */
  override facts() {
    return {
      message: this.status > 0 ? `PayPal answered ${this.status}` : this.message,
      status: this.status,
      issue: toSafeName(this.issue),
      debugId: toSafeName(this.debugId),
    };
  }

  /**
   * Whether PayPal rejected the request. If not, PayPal was unreachable, slow, failing or still
   * processing. The request may then have taken effect, and repeating it with the same id is safe.
   */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 408, 409, 429].includes(this.status);
  }
}

const parseJsonOrEmpty = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // the response is not JSON, such as an error page of a proxy
  }
};

export const parsePayPalError = async (
  response: Pick<Response, "status" | "text">,
): Promise<PayPalError> => {
  const { data = {} } = PayPalErrorBody.safeParse(parseJsonOrEmpty(await response.text()));
  const detail = data.details?.[0];
  const message = detail?.description ?? data.message ?? `PayPal answered ${response.status}`;
  return new PayPalError(message, {
    status: response.status,
    issue: detail?.issue ?? data.name ?? "",
    debugId: data.debug_id,
  });
};

/** Creates the error for a response that is missing or cannot be read. */
export const createNoResponseError = (cause: unknown): PayPalError =>
  new PayPalError("PayPal did not answer", { status: 0, cause });
