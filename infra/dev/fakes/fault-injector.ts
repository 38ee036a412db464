import { z } from "zod";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { FaultRuleQueue } from "./fault-rule-queue.ts";

const VENDORS = [...PROVIDERS, "voice", "moderation"] as const;
export type FakedVendor = (typeof VENDORS)[number];

/**
 * Purpose of a request: writing a turn, judging a turn or debate, synthesizing a sentence, or
 * moderating a text.
 */
const REQUEST_KINDS = ["turn", "judge", "speech", "moderation"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/**
 * What goes wrong with a request.
 * `cut` ends the stream without a finish reason, `reset` breaks the connection, `stall` stops
 * sending, `malformed` sends a frame that is not JSON, and `error` sends an error event. These
 * happen `after` so many tokens.
 * `status` responds with an error status instead.
 * `refuse`, `filter` and `empty` change the reply. `not-json`, `bad-score` and `foreign-quote`
 * change a judge's reply. `corrupt` damages speech, and `flag` makes moderation flag the text.
 */
const FAULT_EFFECTS = [
  "none",
  "cut",
  "reset",
  "stall",
  "malformed",
  "error",
  "status",
  "refuse",
  "filter",
  "empty",
  "not-json",
  "bad-score",
  "foreign-quote",
  "corrupt",
  "flag",
] as const;

export const Fault = z.strictObject({
  provider: z.enum(VENDORS).optional(),
  kind: z.enum(REQUEST_KINDS).optional(),
  /** Matches only prompts that contain this text. */
  contains: z.string().optional(),
  times: z.int().min(1).default(1),
  effect: z.enum(FAULT_EFFECTS).default("none"),
  /** Tokens sent before the effect. */
  after: z.int().min(0).default(0),
  status: z.int().min(300).max(599).default(500),
  /** Headers of a `status` effect, instead of those of the vendor's rate limits. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Seconds of the `Retry-After` header; a 429 without `headers` always has one. */
  retryAfter: z.number().min(0).optional(),
  firstTokenMs: z.number().min(0).optional(),
  tokensPerSecond: z.number().positive().optional(),
});
export type Fault = z.infer<typeof Fault>;

const NO_FAULT_RULE = Fault.parse({});

const matchesFault = (
  fault: Fault,
  provider: FakedVendor,
  kind: RequestKind,
  text: string,
): boolean =>
  (fault.provider ?? provider) === provider &&
  (fault.kind ?? kind) === kind &&
  (fault.contains === undefined || text.includes(fault.contains));

export class FaultInjector extends FaultRuleQueue<typeof Fault> {
  constructor() {
    super(Fault);
  }

  /**
   * Consumes one use of the first rule that matches; returns a rule without effect if none does.
   */
  take(provider: FakedVendor, kind: RequestKind, text: string): Fault {
    return this.takeFirst((fault) => matchesFault(fault, provider, kind, text)) ?? NO_FAULT_RULE;
  }
}
