import type { User } from "#shared/contract/accounts/account.ts";
import type { PublicConfig } from "#shared/contract/config.ts";
import type { Debate, ListedDebate, LiveDebatePreview } from "#shared/contract/debates/debate.ts";
import type { DebateProgress } from "#shared/contract/events.ts";
import type { JudgeFigures } from "#shared/contract/judging.ts";
import type { SpendingOverview } from "#shared/contract/admin/spending.ts";
import type { Turn } from "#shared/contract/debates/turn.ts";
import type { TtsStatus } from "#shared/contract/debates/audio.ts";
import { type Language, LANGUAGES } from "#shared/domain/debates/language/language.ts";
import { PROVIDER_DEFINITIONS, PROVIDERS } from "#shared/domain/provider.ts";
import { getRoleOfTurn } from "#shared/domain/debates/side.ts";
import { getTurnType } from "#shared/domain/debates/turn.ts";

export const CONFIG: PublicConfig = {
  productName: "Chatbot Debate",
  companyName: "Chatbot Debate LLC",
  contactEmail: "hello@example.com",
  providers: PROVIDERS.map((id) => ({
    id,
    label: PROVIDER_DEFINITIONS[id].label,
    available: true,
    reason: null,
    standIn: false,
    answering: true,
  })),
  paypal: null,
  tts: false,
  mail: true,
  mailbox: null,
  simulated: [],
  signupCredit: "at_once",
};

export const buildTtsStatus = (
  configured: boolean,
  languages: readonly Language[] = configured ? LANGUAGES : [],
): TtsStatus => ({ configured, languages: [...languages] });

export const USER: User = {
  id: 1,
  username: "ada",
  email: "ada@example.com",
  role: "user",
  isAdmin: false,
  credits: 1,
  createdAt: "2025-06-01T12:00:00.000Z",
};

export const buildDebate = (change: Partial<Debate> = {}): Debate => ({
  id: 7,
  topic: "Should cities ban cars?",
  language: "en",
  status: "active",
  maxTurns: 10,
  currentTurn: 0,
  createdAt: "2025-06-01T12:00:00.000Z",
  userId: 2,
  owner: { id: 2, username: "grace" },
  isPublic: true,
  botAProvider: "openai",
  botBProvider: "claude",
  mystery: false,
  botAStance: "for",
  botBStance: "against",
  format: "standard",
  shareEnabled: true,
  judge: "grok",
  scores: null,
  seal: null,
  upvotes: 0,
  downvotes: 0,
  refunded: false,
  refusal: null,
  isUnlisted: false,
  onlyOwnerSteps: false,
  pace: "text",
  autoPlay: { on: false, by: null },
  spendingPause: null,
  rematchOf: null,
  rematchId: null,
  winnerVotes: null,
  myVote: null,
  myReaction: null,
  sentenceReactions: null,
  ...change,
});

export const buildListedDebate = (change: Partial<ListedDebate> = {}): ListedDebate => ({
  ...buildDebate(change),
  line: { turnNumber: 1, role: "bot_a", text: "Cities are for people.", isQuote: false },
  isLive: false,
  spokenAt: null,
  ...change,
});

export const buildLiveDebate = (change: Partial<LiveDebatePreview> = {}): LiveDebatePreview => ({
  id: 7,
  topic: "Should cities ban cars?",
  language: "en",
  status: "active",
  format: "standard",
  owner: { id: 2, username: "grace" },
  botAProvider: "openai",
  botBProvider: "claude",
  maxTurns: 10,
  turnNumber: 3,
  isSpeaking: true,
  words: { text: "Streets were there first.", end: 25 },
  ...change,
});

export const toDebateProgress = (debate: Debate): DebateProgress => ({
  debateId: debate.id,
  status: debate.status,
  currentTurn: debate.currentTurn,
  scores: debate.scores,
  refunded: debate.refunded,
  refusal: debate.refusal,
  isPublic: debate.isPublic,
  shareEnabled: debate.shareEnabled,
  onlyOwnerSteps: debate.onlyOwnerSteps,
  pace: debate.pace,
  autoPlay: debate.autoPlay,
  spendingPause: debate.spendingPause,
  language: debate.language,
  seal: debate.seal,
});

/** Builds a turn, by default a finished one without a score. */
export const buildTurn = (turnNumber: number, change: Partial<Turn> = {}): Turn => ({
  id: 100 + turnNumber,
  debateId: 7,
  turnNumber,
  role: getRoleOfTurn(turnNumber),
  type: getTurnType(turnNumber, 10),
  status: "complete",
  attempt: 1,
  content: `The words of turn ${turnNumber}.`,
  error: null,
  isHidden: false,
  model: null,
  audio: { status: "none", durationMs: null, version: 0 },
  score: null,
  ruling: null,
  feedback: null,
  judge: null,
  judgeModel: null,
  quotes: null,
  ...change,
});

export const buildSpendingPart = (
  change: Partial<SpendingOverview["parts"][number]> = {},
): SpendingOverview["parts"][number] => ({
  day: "2026-11-16",
  provider: "openai",
  kind: "generate-turn",
  requests: 1,
  inputTokens: 10,
  outputTokens: 20,
  characters: 0,
  price: 1_500_000,
  isEstimated: false,
  ...change,
});

/** What the API returns about the judges before the first start of a worker. */
export const NO_JUDGE_FIGURES: JudgeFigures = {
  charter: null,
  seasons: [],
  verdicts: {
    total: 0,
    botA: 0,
    botB: 0,
    draw: 0,
    wavered: 0,
    waveredAnswers: { labelA: 0, labelB: 0, oneDraw: 0 },
  },
  selfAgreement: { pairs: 0, agreed: 0, kappa: null, failed: 0, judges: [] },
  appeals: { total: 0, upheld: 0, rejected: 0 },
  baitRuns: [],
};
