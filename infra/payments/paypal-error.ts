import { z } from "zod";
import { TellingError } from "../logged-error.ts";

/** The body of PayPal's errors, as far as we read it. */
const Failure = z.object({
  name: z.string().optional(),
  message: z.string().optional(),
  debug_id: z.string().optional(),
  details: z
    .array(z.object({ issue: z.string().optional(), description: z.string().optional() }))
    .optional(),
});

interface Details {
  /** 0 where there was no answer. */
  status: number;
  /** PayPal's code for what is wrong; empty where it named none. */
  issue?: string;
  debugId?: string | undefined;
  cause?: unknown;
}

/** PayPal's codes and ids are short; anything else in their place may repeat what it was sent. */
const nameOf = (said: string | undefined): string | undefined =>
  /^[\w-]{1,64}$/.test(said ?? "") ? said : undefined;

/** PayPal did not do what it was asked, or nobody knows whether it did. */
export class PayPalError extends TellingError {
  readonly status: number;
  readonly issue: string;
  readonly debugId: string | undefined;

  constructor(message: string, { status, issue = "", debugId, cause }: Details) {
    super(message, { cause });
    this.name = "PayPalError";
    this.status = status;
    this.issue = issue;
    this.debugId = debugId;
  }

  /** Its words are for the buyer: they may repeat what PayPal was sent. */
  override facts() {
    return {
      message: this.status > 0 ? `PayPal answered ${this.status}` : this.message,
      status: this.status,
      issue: nameOf(this.issue),
      debugId: nameOf(this.debugId),
    };
  }

  /**
   * PayPal looked at the request and said no. Otherwise it could not be reached, was too slow, is in
   * trouble, or is still at the same request: it may have been done, and asking again with its id is
   * safe.
   */
  get isRefusal(): boolean {
    return this.status >= 400 && this.status < 500 && ![401, 408, 409, 429].includes(this.status);
  }
}

const json = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return {}; // an error page of something in between
  }
};

/** The error that an answer stands for. */
export const errorOf = async (answer: Response): Promise<PayPalError> => {
  const { data = {} } = Failure.safeParse(json(await answer.text()));
  const detail = data.details?.[0];
  const message = detail?.description ?? data.message ?? `PayPal answered ${answer.status}`;
  return new PayPalError(message, {
    status: answer.status,
    issue: detail?.issue ?? data.name ?? "",
    debugId: data.debug_id,
  });
};

/** The error that no answer, or one that nobody can read, stands for. */
export const noAnswer = (cause: unknown): PayPalError =>
  new PayPalError("PayPal did not answer", { status: 0, cause });
