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
  /** HTTP status; 0 if there was no response. */
  status: number;
  /** PayPal's error code; empty if it sent none. */
  issue?: string;
  debugId?: string | undefined;
  cause?: unknown;
}

/** Logs only what looks like a code or an id: other text may repeat the request's data. */
const toSafeName = (value: string | undefined): string | undefined =>
  /^[\w-]{1,64}$/.test(value ?? "") ? value : undefined;

/** PayPal refused a request, or it is unknown whether PayPal processed it. */
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

  /** The log gets no message of PayPal: it may repeat the request's data. */
  override facts() {
    return {
      message: this.status > 0 ? `PayPal answered ${this.status}` : this.message,
      status: this.status,
      issue: toSafeName(this.issue),
      debugId: toSafeName(this.debugId),
    };
  }

  /**
   * PayPal rejected the request. Otherwise PayPal was unreachable, slow, failing or still
   * processing; the request may have taken effect, and repeating it with its id is safe.
   */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 408, 409, 429].includes(this.status);
  }
}

const parseJsonOrEmpty = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // an error page of a proxy
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

/** Error for a missing or unreadable response. */
export const createNoResponseError = (cause: unknown): PayPalError =>
  new PayPalError("PayPal did not answer", { status: 0, cause });
