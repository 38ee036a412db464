import { z } from "zod";
import { PROVIDERS } from "#shared/domain/provider.ts";
import type { FaultQueue } from "./fault-queue.ts";
import { WIRE_DEVIATIONS } from "./models/wire-deviations.ts";

const VENDORS = [...PROVIDERS, "voice", "moderation"] as const;
export type FakedVendor = (typeof VENDORS)[number];

/**
 * What a request is for: writing a turn, judging a turn or debate, synthesizing a sentence, or
 * moderating a text.
 */
const REQUEST_KINDS = ["turn", "judge", "speech", "moderation"] as const;
export type RequestKind = (typeof REQUEST_KINDS)[number];

/**
 * What goes wrong with a request.
 * - After the number of tokens in `after`: `cut` ends the stream without a finish reason, `reset`
 *   breaks the connection, `stall` stops sending, `malformed` sends a frame that is not JSON,
 *   `error` sends an error event.
 * - `status` responds with a status instead of a reply.
 * - Changed replies: `refuse`, `filter`, `empty`, and for judges `not-json`, `bad-score`,
 *   `foreign-quote`, `first-speaker`, which makes the verdict depend on the order, and
 *   `other-winner`, which exchanges the winner.
 * - `corrupt` damages speech. `flag` makes moderation flag the text.
 */
const STREAM_EFFECTS = ["cut", "reset", "stall", "malformed", "error"] as const;
const REPLY_EFFECTS = ["refuse", "filter", "empty"] as const;
const JUDGEMENT_EFFECTS = [
  "not-json",
  "bad-score",
  "foreign-quote",
  "first-speaker",
  "other-winner",
] as const;
const EFFECTS = [
  "none",
  "status",
  ...STREAM_EFFECTS,
  ...REPLY_EFFECTS,
  ...JUDGEMENT_EFFECTS,
] as const;

export const Fault = z.strictObject({
  provider: z.enum(VENDORS).optional(),
  kind: z.enum(REQUEST_KINDS).optional(),
  /** The rule applies only to prompts that contain this text. */
  contains: z.string().optional(),
  /** The rule applies only to requests to models whose body has this field. */
  field: z.string().optional(),
  times: z.int().min(1).default(1),
  effect: z.enum([...EFFECTS, "corrupt", "flag"]).default("none"),
  /** Number of tokens that are sent before the effect. */
  after: z.int().min(0).default(0),
  status: z.int().min(200).max(599).default(500),
  /** Headers of a `status` response. */
  headers: z.record(z.string(), z.string()).optional(),
  /** Body of a `status` response, instead of an error in the vendor's format. */
  body: z.string().optional(),
  /** How a model's otherwise right reply differs from its vendor's documentation. */
  deviation: z.enum(WIRE_DEVIATIONS).optional(),
  /**
   * Seconds in the `Retry-After` header. Default: 1 for status 429. Ignored if `headers` is set.
   */
  retryAfter: z.number().min(0).optional(),
  firstTokenMs: z.number().min(0).optional(),
  tokensPerSecond: z.number().positive().optional(),
});
export type Fault = z.infer<typeof Fault>;

const NO_FAULT = Fault.parse({});

/** A request, as far as it decides which rule applies. */
interface FaultableRequest {
  vendor: FakedVendor;
  kind: RequestKind;
  text: string;
  body: object;
}

/** Takes the first queued fault that applies to the request. Without one, returns no effect. */
export const takeFault = (
  faults: FaultQueue<typeof Fault>,
  { vendor, kind, text, body }: FaultableRequest,
): Fault =>
  faults.take(
    (fault) =>
      (fault.provider ?? vendor) === vendor &&
      (fault.kind ?? kind) === kind &&
      (fault.field === undefined || fault.field in body) &&
      (fault.contains === undefined || text.includes(fault.contains)),
  ) ?? NO_FAULT;
