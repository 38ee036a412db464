import { z } from "zod";
import { LANGUAGES } from "#shared/domain/debates/language/language.ts";
import { cleanTopic, TOPIC_MAX, TOPIC_MIN } from "#shared/domain/debates/debate.ts";
import { DEBATE_SORTS, LIST_STATUSES } from "#shared/domain/debates/debate-list.ts";
import { SEAL_STATES } from "#shared/domain/debates/judging/sealed-results.ts";
import { hasVisibleText } from "#shared/domain/text/invisible-characters.ts";
import { SPENDING_LIMITS } from "#shared/domain/billing/spending.ts";
import {
  DEFAULT_TURNS,
  isValidTurnCount,
  MAX_TURNS,
  MIN_TURNS,
} from "#shared/domain/debates/turn.ts";
import { JudgeVote, VerdictDecision } from "../judging.ts";
import { SentenceReactions } from "./reactions.ts";
import { MAX_PER_PAGE, pagingFields, queryNumber, SearchText } from "../list-query.ts";
import {
  DebateStatusName,
  FormatName,
  Id,
  Instant,
  LanguageTagInput,
  LanguageTagName,
  PaceName,
  ProviderName,
  RoleName,
  SpeakerName,
  StanceName,
} from "../primitives.ts";

/** Counts code points, as PostgreSQL does: an emoji counts once. */
const countCharacters = (text: string): number => Array.from(text).length;

const Topic = z
  .string()
  .transform(cleanTopic)
  .refine(
    (t) => countCharacters(t) >= TOPIC_MIN && hasVisibleText(t),
    `Topic must be at least ${TOPIC_MIN} characters`,
  )
  .refine((t) => countCharacters(t) <= TOPIC_MAX, `Topic must be at most ${TOPIC_MAX} characters`);

const BLIND_PROVIDERS_MESSAGE =
  "The chatbots of a blind debate are drawn. Leave out botAProvider and botBProvider.";

/** The fields of a new debate, without the rules that concern several of them. */
export const NewDebateFields = z.strictObject({
  topic: Topic,
  maxTurns: z
    .int()
    .refine(isValidTurnCount, `maxTurns must be an even number from ${MIN_TURNS} to ${MAX_TURNS}`)
    .default(DEFAULT_TURNS),
  /** `openai` if it is missing. A blind debate has none, because its chatbots are drawn. */
  botAProvider: ProviderName.optional(),
  botBProvider: ProviderName.optional(),
  botAStance: z.literal("for", "The first bot always argues for").default("for"),
  botBStance: z.literal("against", "The second bot always argues against").default("against"),
  format: FormatName.default("standard"),
  shareEnabled: z.boolean().default(true),
  isPublic: z.boolean().default(true),
  onlyOwnerSteps: z.boolean().default(false),
  /** The language of the debate. It is detected from the topic if it is missing. */
  language: LanguageTagInput.optional(),
  /** Makes the debate blind: the server draws two different chatbots and hides who they are. */
  mystery: z
    .boolean()
    .optional()
    .meta({ examples: [false] }),
});

export const CreateDebate = NewDebateFields.superRefine(({ mystery, ...debate }, { addIssue }) => {
  for (const field of ["botAProvider", "botBProvider"] as const)
    if (mystery === true && debate[field] !== undefined)
      addIssue({ code: "custom", path: [field], message: BLIND_PROVIDERS_MESSAGE });
});
export type CreateDebate = z.infer<typeof CreateDebate>;
/** The request body, where fields with a default are optional. */
export type CreateDebateRequest = z.input<typeof CreateDebate>;

export const DetectLanguageRequest = z.strictObject({ topic: Topic });
export const DetectLanguageResponse = z.object({ language: LanguageTagName });
export type DetectLanguageResponse = z.infer<typeof DetectLanguageResponse>;

export const WinnerVotes = z.object({ botA: z.int().min(0), botB: z.int().min(0) });

export const DebateScores = z.object({
  botA: z.number().nullable(),
  botB: z.number().nullable(),
  /** The judge's written verdict; null while it is being written, empty if that failed. */
  reasoning: z.string().nullable(),
  /**
   * The winner that the judge named for the whole debate; the mean scores are separate. Missing in
   * verdicts of earlier versions. Also missing if one of the judge's two requests failed; they show
   * the debaters in opposite orders.
   */
  decision: VerdictDecision.optional(),
  /** The votes of a panel of judges. Missing if a single judge decided. */
  panel: z.array(JudgeVote).optional(),
});
export type DebateScores = z.infer<typeof DebateScores>;

export const REACTIONS = ["up", "down"] as const;

export const AutoPlay = z.object({
  on: z.boolean(),
  by: z.object({ id: Id, username: z.string() }).nullable(),
  /**
   * Present while Auto-Play is on and the debate's pace is `voice`. The next turn then waits until
   * the last turn has been spoken.
   */
  waitsForVoice: z.literal(true).optional(),
});
export type AutoPlay = z.infer<typeof AutoPlay>;
export const SetAutoPlayRequest = z.strictObject({ on: z.boolean() });

export const Debate = z.object({
  id: Id,
  topic: z.string(),
  language: LanguageTagName,
  status: DebateStatusName,
  maxTurns: z.int(),
  currentTurn: z.int(),
  createdAt: Instant,
  userId: Id,
  owner: z.object({ id: Id, username: z.string() }),
  isPublic: z.boolean(),
  /** Whether the debate is blind: it hides who speaks and who judges until the viewer has voted. */
  mystery: z.boolean(),
  botAProvider: SpeakerName,
  botBProvider: SpeakerName,
  botAStance: StanceName,
  botBStance: StanceName,
  format: FormatName,
  shareEnabled: z.boolean(),
  judge: SpeakerName.nullable(),
  /** Null for visitors and until all turns are judged. Also null while `seal` is not null. */
  scores: DebateScores.nullable(),
  /**
   * State of the seal; null if no results are sealed for the viewer. The results of the last turns
   * are sealed until the viewer votes or skips the vote, but at most until some minutes after the
   * debate's end. `decided` means that the judge has finished. Always null for visitors, who get no
   * results.
   */
  seal: z.enum(SEAL_STATES).nullable(),
  upvotes: z.int().min(0),
  downvotes: z.int().min(0),
  refunded: z.boolean(),
  /** Why the topic was refused; null if it was not. Only the owner can see a refused debate. */
  refusal: z.string().nullable(),
  /**
   * Whether the debate was removed from lists, after reports or by an admin. It is still available
   * by its URL.
   */
  isUnlisted: z.boolean(),
  onlyOwnerSteps: z.boolean(),
  pace: PaceName,
  autoPlay: AutoPlay,
  /**
   * The daily spending limit that is reached and therefore pauses the debate or one of its jobs.
   * Null if nothing is paused.
   */
  spendingPause: z.enum(SPENDING_LIMITS).nullable(),
  /** The debate of which this one is the rematch. Null if the caller may not see it. */
  rematchOf: Id.nullable(),
  /** The rematch of this debate, with swapped chatbots. Null if the caller may not see it. */
  rematchId: Id.nullable(),
  /** Null until the caller has voted. */
  winnerVotes: WinnerVotes.nullable(),
  myVote: RoleName.nullable(),
  myReaction: z.enum(REACTIONS).nullable(),
  /** Null in lists, and until the caller has reacted to a sentence or voted. */
  sentenceReactions: SentenceReactions.nullable(),
});
export type Debate = z.infer<typeof Debate>;

/** The highlight of a debate, as plain text. */
const DebateHighlight = z.object({
  turnNumber: z.int().min(1),
  role: RoleName,
  text: z.string(),
  /**
   * Whether the judge quoted this text. Otherwise it is the sentence with the most reactions, or
   * the start of a side's first turn.
   */
  isQuote: z.boolean(),
});
export type DebateHighlight = z.infer<typeof DebateHighlight>;

export const ListedDebate = Debate.extend({
  line: DebateHighlight.nullable(),
  /**
   * Whether a turn is being written or spoken, or Auto-Play is on. A completed debate is live while
   * its audio still plays.
   */
  isLive: z.boolean(),
  /** When the debate's last turn was completed. Null if unknown. */
  spokenAt: Instant.nullable(),
});
export type ListedDebate = z.infer<typeof ListedDebate>;

/** A live debate with its latest text. All members get the same object, and so do all visitors. */
export const LiveDebatePreview = Debate.pick({
  id: true,
  topic: true,
  language: true,
  status: true,
  format: true,
  owner: true,
  botAProvider: true,
  botBProvider: true,
  maxTurns: true,
}).extend({
  /** Number of the current or last turn. 0 before the first turn. */
  turnNumber: z.int().min(0),
  isSpeaking: z.boolean(),
  /** Null if there is no text, or the viewer may not read it. */
  words: z
    .object({
      text: z.string(),
      /** Position of the end of `text` in the turn's text, in characters. */
      end: z.int().min(0),
    })
    .nullable(),
});
export type LiveDebatePreview = z.infer<typeof LiveDebatePreview>;

/**
 * Settings that the owner can change later. While Auto-Play is on, the user who turned it on and
 * admins can also change `pace`: whether the next turn waits for the voice.
 */
export const ChangeDebateRequest = z.strictObject({
  isPublic: z.boolean().optional(),
  shareEnabled: z.boolean().optional(),
  onlyOwnerSteps: z.boolean().optional(),
  pace: PaceName.optional(),
  /** Can be changed only before the first turn. */
  language: LanguageTagInput.optional(),
});
export type ChangeDebateRequest = z.infer<typeof ChangeDebateRequest>;

const filterFields = {
  /** Pages of the previous version ask for `active`, which includes paused debates. */
  status: z.enum([...LIST_STATUSES, "active"]).optional(),
  format: FormatName.optional(),
  provider: ProviderName.optional(),
};

export const PublicDebatesQuery = z.strictObject({
  sort: z.enum(DEBATE_SORTS).default("popular"),
  q: SearchText,
  ...filterFields,
  /** Finds debates in this language, whatever their script and region. */
  language: LanguageTagInput.optional(),
  ...pagingFields,
});
export type PublicDebatesQuery = z.infer<typeof PublicDebatesQuery>;

/** Languages of public debates, without script and region. */
export const ListedLanguagesResponse = z.array(z.enum(LANGUAGES));

/** The user's own debates. The default page size is the maximum. */
export const MyDebatesQuery = z.strictObject({
  sort: z.enum(DEBATE_SORTS).default("newest"),
  q: SearchText,
  ...filterFields,
  ...pagingFields,
  perPage: queryNumber(1, MAX_PER_PAGE, MAX_PER_PAGE),
});
export type MyDebatesQuery = z.infer<typeof MyDebatesQuery>;

export const CastVoteRequest = z.strictObject({ winner: RoleName });
export type CastVoteRequest = z.infer<typeof CastVoteRequest>;
export const CastVoteResponse = z.object({ winner: RoleName, winnerVotes: WinnerVotes });
export type CastVoteResponse = z.infer<typeof CastVoteResponse>;

export const SetReactionRequest = z.strictObject({ type: z.enum([...REACTIONS, "none"]) });
export type SetReactionRequest = z.infer<typeof SetReactionRequest>;
export const SetReactionResponse = SetReactionRequest.extend({
  upvotes: z.int().min(0),
  downvotes: z.int().min(0),
});
export type SetReactionResponse = z.infer<typeof SetReactionResponse>;
