import { z } from "zod";
import { cleanTopic, TOPIC_MAX, TOPIC_MIN } from "../domain/debate.ts";
import { DEBATE_SORTS } from "../domain/debate-list.ts";
import { isSeen } from "../domain/hidden-text.ts";
import { SPENDING_LIMITS } from "../domain/spending.ts";
import { DEFAULT_TURNS, isTurnCount, MAX_TURNS, MIN_TURNS } from "../domain/turn.ts";
import { MAX_PER_PAGE, paging, QueryNumber, SearchText } from "./list-query.ts";
import {
  DebateStatusName,
  FormatName,
  Id,
  Instant,
  PaceName,
  ProviderName,
  RoleName,
  StanceName,
} from "./primitives.ts";

/** Characters as the database counts them: an emoji is one, not two. */
const characters = (text: string): number => Array.from(text).length;

const Topic = z
  .string()
  .transform(cleanTopic)
  .refine(
    (t) => characters(t) >= TOPIC_MIN && isSeen(t),
    `Topic must be at least ${TOPIC_MIN} characters`,
  )
  .refine((t) => characters(t) <= TOPIC_MAX, `Topic must be at most ${TOPIC_MAX} characters`);

export const CreateDebate = z.strictObject({
  topic: Topic,
  maxTurns: z
    .int()
    .refine(isTurnCount, `maxTurns must be an even number from ${MIN_TURNS} to ${MAX_TURNS}`)
    .default(DEFAULT_TURNS),
  botAProvider: ProviderName.default("openai"),
  botBProvider: ProviderName.default("openai"),
  botAStance: z.literal("for", "The first bot always argues for").default("for"),
  botBStance: z.literal("against", "The second bot always argues against").default("against"),
  format: FormatName.default("standard"),
  shareEnabled: z.boolean().default(true),
  isPublic: z.boolean().default(true),
  onlyOwnerSteps: z.boolean().default(false),
});
export type CreateDebate = z.infer<typeof CreateDebate>;
/** What a client may leave out, left out. */
export type CreateDebateRequest = z.input<typeof CreateDebate>;

export const WinnerVotes = z.object({ botA: z.int().min(0), botB: z.int().min(0) });

export const DebateScores = z.object({
  botA: z.number().nullable(),
  botB: z.number().nullable(),
  /** The judge's written verdict; null while it is being written, empty when that failed. */
  reasoning: z.string().nullable(),
});
export type DebateScores = z.infer<typeof DebateScores>;

export const REACTIONS = ["up", "down"] as const;

/** Whether a debate asks for its next turn by itself, and who has it do so. */
export const AutoPlay = z.object({
  on: z.boolean(),
  by: z.object({ id: Id, username: z.string() }).nullable(),
  /** There while somebody listens at the pace of the voice: the next turn waits for its end. */
  waitsForVoice: z.literal(true).optional(),
});
export type AutoPlay = z.infer<typeof AutoPlay>;
export const SetAutoPlay = z.strictObject({ on: z.boolean() });

export const Debate = z.object({
  id: Id,
  topic: z.string(),
  status: DebateStatusName,
  maxTurns: z.int(),
  /** Finished turns. */
  currentTurn: z.int(),
  createdAt: Instant,
  userId: Id,
  owner: z.object({ id: Id, username: z.string() }),
  isPublic: z.boolean(),
  botAProvider: ProviderName,
  botBProvider: ProviderName,
  botAStance: StanceName,
  botBStance: StanceName,
  format: FormatName,
  shareEnabled: z.boolean(),
  judge: ProviderName.nullable(),
  scores: DebateScores.nullable(),
  upvotes: z.int().min(0),
  downvotes: z.int().min(0),
  refunded: z.boolean(),
  /** Why its topic is not debated, in a sentence; nobody but its owner finds it then. */
  refusal: z.string().nullable(),
  /** Taken off the lists after reports, or by an admin: found by its address alone. */
  isUnlisted: z.boolean(),
  /** Whether nobody but the owner asks for turns. */
  onlyOwnerSteps: z.boolean(),
  /** Whether Auto-Play waits until the voice has said a turn, while somebody listens. */
  pace: PaceName,
  autoPlay: AutoPlay,
  /** Which daily spending limit the debate, or work for it, waits for. */
  spendingPause: z.enum(SPENDING_LIMITS).nullable(),
  /** Null until the caller has voted. */
  winnerVotes: WinnerVotes.nullable(),
  myVote: RoleName.nullable(),
  myReaction: z.enum(REACTIONS).nullable(),
});
export type Debate = z.infer<typeof Debate>;

/** The best that was said in a debate, without markup. */
const Line = z.object({
  turnNumber: z.int().min(1),
  role: RoleName,
  text: z.string(),
  /** Marked by the judge; else it is what the debate began with, which visitors may know, too. */
  isQuote: z.boolean(),
});
export type Line = z.infer<typeof Line>;

/** A debate in a list. */
export const ListedDebate = Debate.extend({
  /** Null before anything was said. */
  line: Line.nullable(),
  /** A turn is being written or spoken, or Auto-Play is on; also after its end, while it is broadcast. */
  isLive: z.boolean(),
  /** When its last turn ended, where that is known. */
  spokenAt: Instant.nullable(),
});
export type ListedDebate = z.infer<typeof ListedDebate>;

/** A live debate with its newest words; the same for all members, and for all visitors. */
export const LiveDebate = Debate.pick({
  id: true,
  topic: true,
  status: true,
  format: true,
  owner: true,
  botAProvider: true,
  botBProvider: true,
  maxTurns: true,
}).extend({
  /** The turn that is being said, or was last; 0 before the first. */
  turnNumber: z.int().min(0),
  isSpeaking: z.boolean(),
  /** Null where nothing is said yet, or nothing that may be read. */
  words: z
    .object({
      text: z.string(),
      /** Characters of the turn up to the last of these. */
      end: z.int().min(0),
    })
    .nullable(),
});
export type LiveDebate = z.infer<typeof LiveDebate>;

/**
 * What a debate's owner may change later. While Auto-Play is on, whoever turned it on and admins may
 * change the pace, too.
 */
export const ChangeDebate = z.strictObject({
  isPublic: z.boolean().optional(),
  shareEnabled: z.boolean().optional(),
  onlyOwnerSteps: z.boolean().optional(),
  pace: PaceName.optional(),
});
export type ChangeDebate = z.infer<typeof ChangeDebate>;

const filters = {
  status: DebateStatusName.optional(),
  format: FormatName.optional(),
  /** Of either side. */
  provider: ProviderName.optional(),
};

export const PublicDebatesQuery = z.strictObject({
  sort: z.enum(DEBATE_SORTS).default("popular"),
  q: SearchText,
  ...filters,
  ...paging,
});
export type PublicDebatesQuery = z.infer<typeof PublicDebatesQuery>;

/** One's own; as many as a page may hold, unless somebody says otherwise. */
export const MyDebatesQuery = z.strictObject({
  sort: z.enum(DEBATE_SORTS).default("newest"),
  q: SearchText,
  ...filters,
  ...paging,
  perPage: QueryNumber(1, MAX_PER_PAGE, MAX_PER_PAGE),
});
export type MyDebatesQuery = z.infer<typeof MyDebatesQuery>;

export const CastVote = z.strictObject({ winner: RoleName });
export type CastVote = z.infer<typeof CastVote>;
export const CastVoteAnswer = z.object({ winner: RoleName, winnerVotes: WinnerVotes });
export type CastVoteAnswer = z.infer<typeof CastVoteAnswer>;

export const SetReaction = z.strictObject({ type: z.enum([...REACTIONS, "none"]) });
export type SetReaction = z.infer<typeof SetReaction>;
export const SetReactionAnswer = SetReaction.extend({
  upvotes: z.int().min(0),
  downvotes: z.int().min(0),
});
export type SetReactionAnswer = z.infer<typeof SetReactionAnswer>;
