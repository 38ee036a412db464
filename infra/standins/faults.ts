import { z } from "zod";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { WaitingRules } from "./waiting-rules.ts";

/** Everybody the stand-ins stand in for. */
const VENDORS = [...PROVIDERS, "voice", "moderation"] as const;
export type Vendor = (typeof VENDORS)[number];

/** What a request is for: writing a turn, judging (a turn or the debate), speaking a sentence, looking at a text. */
const REQUEST_KINDS = ["turn", "judge", "speech", "moderation"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/**
 * What goes wrong with a stream. `cut` ends it as if it were complete, without a finish reason;
 * `reset` breaks the connection, before the answer or within it; `stall` falls silent; `malformed`
 * sends a frame that is not JSON; `error` sends an error event after the 200. Those happen `after`
 * so many tokens. `status` answers with an error status instead. The rest changes the reply: refused,
 * stopped by a content filter, empty, and, for a judge, text instead of JSON, a score of 99, a quote
 * nobody said. Speech can come corrupt, and a moderation flag what it finds nothing in, besides.
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

/** One rule: which requests, how often, and what happens to them. */
export const Fault = z.strictObject({
  provider: z.enum(VENDORS).optional(),
  kind: z.enum(REQUEST_KINDS).optional(),
  /** Only requests with this text anywhere in their prompt. */
  contains: z.string().optional(),
  /** How many matching requests it strikes. */
  times: z.int().min(1).default(1),
  effect: z.enum(FAULT_EFFECTS).default("none"),
  /** Tokens sent before the effect. */
  after: z.int().min(0).default(0),
  status: z.int().min(300).max(599).default(500),
  /** Seconds, as sent in `Retry-After`; a 429 has it in any case. */
  retryAfter: z.number().min(0).optional(),
  /** Pace of this request, instead of the server's. */
  firstTokenMs: z.number().min(0).optional(),
  tokensPerSecond: z.number().positive().optional(),
});
export type Fault = z.infer<typeof Fault>;

const NO_FAULT = Fault.parse({});

const matches = (fault: Fault, provider: Vendor, kind: RequestKind, text: string): boolean =>
  (fault.provider ?? provider) === provider &&
  (fault.kind ?? kind) === kind &&
  (fault.contains === undefined || text.includes(fault.contains));

export class Faults extends WaitingRules<typeof Fault> {
  constructor() {
    super(Fault);
  }

  /** The first rule that fits this request, used up by one; a rule without effect otherwise. */
  take(provider: Vendor, kind: RequestKind, text: string): Fault {
    return this.takeFirst((fault) => matches(fault, provider, kind, text)) ?? NO_FAULT;
  }
}
