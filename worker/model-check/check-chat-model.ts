import type { ModelCheckResult, ModelCheckName } from "#shared/contract/admin/model-check.ts";
import type { ChatRequest, ServerModel } from "../llm/chat-model.ts";
import { completeStructured } from "../llm/complete-structured.ts";
import type { AdaptationKind } from "../llm/server-adaptations.ts";
import type { AttemptMeter } from "../llm/usage-meter.ts";
import { buildJudgeTurnPrompt, TurnJudgementReply } from "../prompts/judge-turn-prompt.ts";
import { describeFailure } from "./describe-failure.ts";

/** A word that no model says unless it has read the system text. */
const CODE_WORD = "zanzibar-4821";

/** `maxTokens` is enough even for a model that reasons first. */
const ANSWER_REQUEST: ChatRequest = {
  system: `You help to test a connection. The code word is ${CODE_WORD}.`,
  user: "Say the code word. Then say in three sentences what a debate is.",
  maxTokens: 2000,
  schema: null,
};

const SHORT_REPLY_TOKENS = 64;
/**
 * A longer reply shows that the server ignored the token limit, because words have fewer than 8
 * characters per token.
 */
const MAX_SHORT_REPLY_CHARACTERS = SHORT_REPLY_TOKENS * 8;

const LONG_REPLY_REQUEST: ChatRequest = {
  system: "You help to test a connection.",
  user: "Write the numbers from 1 to 300 as words, separated by commas, and nothing else.",
  maxTokens: SHORT_REPLY_TOKENS,
  schema: null,
};

const JUDGE_REQUEST = buildJudgeTurnPrompt(
  { topic: "Cities should plant more trees", language: "en", format: "standard" },
  [],
  {
    turnNumber: 1,
    role: "bot_a",
    content:
      "Trees make cities cooler. In a heat wave, a street with trees is five degrees cooler than one without. So plant them where people live.",
  },
);

interface Reply {
  text: string;
  pieces: number;
  isCut: boolean;
}

const readReply = async (
  model: ServerModel,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<Reply> => {
  const stream = model.stream(request, signal);
  let text = "";
  for (let pieces = 0; ; pieces++) {
    const { value, done } = await stream.next();
    if (done) return { text, pieces, isCut: value === "cut" };
    text += value;
  }
};

export interface ChatModelCheck {
  model: ServerModel;
  label: string;
  meter: AttemptMeter;
  /** Whether the server is a fake, which cannot say the code word. */
  isFake: boolean;
  signal: AbortSignal;
}

const works = (check: ModelCheckName, note = ""): ModelCheckResult => ({
  check,
  status: "works",
  note,
});
const limited = (check: ModelCheckName, note: string): ModelCheckResult => ({
  check,
  status: "limited",
  note,
});
const failed = (check: ModelCheckName, note: string): ModelCheckResult => ({
  check,
  status: "failed",
  note,
});

/** Runs a check. If a request fails, that becomes the check's result. */
const orFailed = async (
  check: ModelCheckName,
  label: string,
  run: () => Promise<ModelCheckResult[]>,
): Promise<ModelCheckResult[]> => {
  try {
    return await run();
  } catch (err) {
    return [failed(check, describeFailure(err, label))];
  }
};

const isFailed = (results: readonly ModelCheckResult[]): boolean =>
  results.some(({ status }) => status === "failed");

const checkStreaming = ({ pieces }: Reply): ModelCheckResult =>
  pieces > 1
    ? works("streaming")
    : limited("streaming", "The whole reply arrives at once, so viewers see no words appear.");

const checkSystemRole = ({ text }: Reply): ModelCheckResult =>
  text.toLowerCase().includes(CODE_WORD)
    ? works("system_role")
    : limited("system_role", "The reply shows no sign that the model has read the system text.");

/** One reply shows both whether the server applies the limit and whether it says so. */
const checkTokenLimit = ({ text, isCut }: Reply): ModelCheckResult[] => {
  if (isCut) return [works("token_limit"), works("finish_reason")];
  if (text.length > MAX_SHORT_REPLY_CHARACTERS)
    return [limited("token_limit", "The server ignores the token limit, so replies may be long.")];
  const note =
    "The server does not say why a reply ends, so a reply that is cut off counts as complete.";
  return [works("token_limit"), limited("finish_reason", note)];
};

const checkUsage = (meter: AttemptMeter): ModelCheckResult =>
  meter.usage?.isEstimated === false
    ? works("usage")
    : limited("usage", "The server reports no tokens, so costs are estimated from the length.");

/** For each adaptation, the check that it concerns and a note about what it means. */
const ADAPTED: Record<AdaptationKind, readonly [ModelCheckName, note: string]> = {
  no_streaming: ["streaming", "The server refuses to stream, so replies are requested whole."],
  no_schema: ["json_schema", "The server refuses schemas, so JSON is asked for in words only."],
  system_in_user_message: [
    "system_role",
    "The server refuses system messages, so their text goes before the user's.",
  ],
  max_tokens_field: [
    "token_limit",
    "The server wants max_tokens instead of max_completion_tokens.",
  ],
  output_limit: ["token_limit", "The server allows fewer tokens in a reply than requested."],
  context_limit: ["token_limit", "The model's context is small, so replies get fewer tokens."],
  no_stream_options: ["usage", "The server refuses stream_options, which ask for token counts."],
  larger_output: ["token_limit", "The model reasons at length, so replies may have more tokens."],
  text_after_reasoning: [
    "streaming",
    "The model's reasoning has no start, so text is shown only after its end.",
  ],
};

/**
 * Marks the results of checks whose request had to be changed as `adapted`. `limited` results stay
 * `limited`, except for streaming.
 */
const withAdaptations = (
  results: readonly ModelCheckResult[],
  model: ServerModel,
): ModelCheckResult[] => {
  const adaptations = model.adaptations().map(({ kind }) => ADAPTED[kind]);
  return results.map((result) => {
    const notes = adaptations.filter(([check]) => check === result.check).map(([, note]) => note);
    if (notes.length === 0 || result.status === "failed") return result;
    // A reply that was requested as a whole arrives in one piece, so the check of streaming always
    // calls it `limited`. It becomes `adapted` too.
    const isAdapted = result.status === "works" || result.check === "streaming";
    if (isAdapted) return { ...result, status: "adapted", note: notes.join(" ") };
    return { ...result, note: [...notes, result.note].join(" ") };
  });
};

/** Sends the request again if the first reply was unusable but made `model` adapt its requests. */
const readAdaptedReply = async (
  model: ServerModel,
  request: ChatRequest,
  signal: AbortSignal,
): Promise<Reply> => {
  const known = model.adaptations().length;
  const hasLearned = () => model.adaptations().length > known;
  try {
    const reply = await readReply(model, request, signal);
    if (reply.text.trim() !== "" || !hasLearned()) return reply;
  } catch (err) {
    if (!hasLearned()) throw err;
  }
  return readReply(model, request, signal);
};

/** Sends a few short requests to a model. Never throws, except when aborted. */
export const checkChatModel = async ({
  model,
  label,
  meter,
  isFake,
  signal,
}: ChatModelCheck): Promise<ModelCheckResult[]> => {
  const metered = (request: ChatRequest): ChatRequest => ({ ...request, meter });
  // This check is the first, because later ones may raise the token limit for a model that reasons.
  const limit = await orFailed("answer", label, async () =>
    checkTokenLimit(await readReply(model, metered(LONG_REPLY_REQUEST), signal)),
  );
  signal.throwIfAborted();
  // If this check fails, the requests of the other checks would fail for the same reason.
  if (isFailed(limit)) return withAdaptations(limit, model);
  const answer = await orFailed("answer", label, async () => {
    const reply = await readAdaptedReply(model, metered(ANSWER_REQUEST), signal);
    if (reply.text.trim() === "") return [failed("answer", "The reply has no text.")];
    return [works("answer"), checkStreaming(reply), ...(isFake ? [] : [checkSystemRole(reply)])];
  });
  signal.throwIfAborted();
  if (isFailed(answer)) return withAdaptations(answer, model);
  const schema = await orFailed("json_schema", label, async () => {
    const shape = TurnJudgementReply;
    const judgement = await completeStructured(model, metered(JUDGE_REQUEST), { shape }, signal);
    if (judgement !== null) return [works("json_schema")];
    const note = "Two replies were not the JSON that was asked for, so it cannot be a judge.";
    return [failed("json_schema", note)];
  });
  signal.throwIfAborted();
  return withAdaptations([...answer, ...limit, ...schema, checkUsage(meter)], model);
};
