import { type DebateStatus, FORMAT_LABEL, type Format } from "./debate.ts";
import type { Provider } from "./provider.ts";
import { MAX_SCORE, type Scores, winnerOf } from "./score.ts";
import { providerOf, type Role, SIDE_LABEL } from "./side.ts";
import { plainText } from "./spoken-text.ts";
import type { TurnType } from "./turn.ts";

export interface TranscriptDebate {
  topic: string;
  format: Format;
  status: DebateStatus;
  maxTurns: number;
  currentTurn: number;
  /** ISO 8601. */
  createdAt: string;
  botAProvider: Provider;
  botBProvider: Provider;
  judge: Provider | null;
  scores: (Scores & { reasoning: string | null }) | null;
}

export interface TranscriptTurn {
  turnNumber: number;
  role: Role;
  type: TurnType;
  content: string;
  judge: Provider | null;
  score: number | null;
  feedback: string | null;
  isHidden: boolean;
}

export interface TranscriptSource {
  debate: TranscriptDebate;
  /** Those that are finished. */
  turns: readonly TranscriptTurn[];
  /** Who knows no judgement, and not every turn. */
  isVisitor: boolean;
  labelOf: (provider: Provider) => string;
  link: string;
}

/** How a transcript is written: as plain text, or as Markdown. */
interface Manner {
  lineBreak: string;
  /** What people and judges write, which is no Markdown. */
  plain: (text: string) => string;
  title: (text: string) => string;
  heading: (text: string) => string;
  note: (text: string) => string;
  /** A speech, which is Markdown. */
  speech: (text: string) => string;
}

/**
 * Markdown of a model without HTML and without images: a saved file must run no markup and load
 * nothing from elsewhere when a viewer renders it. Entities, not backslashes: a backslash in the
 * text would cancel one of ours.
 */
const withoutActiveContent = (text: string): string =>
  text.replaceAll(/<(?=[a-z/!?])/gi, "&lt;").replaceAll(/!(?=\[)/g, "&#33;");

const MANNERS = {
  txt: {
    lineBreak: "\n",
    plain: (text) => text,
    title: (text) => `${text}\n${"=".repeat([...text].length)}`,
    heading: (text) => `${text}\n${"-".repeat([...text].length)}`,
    note: (text) => `[${text}]`,
    speech: (text) => plainText(text).replaceAll("\n", "\n\n"),
  },
  md: {
    lineBreak: "  \n",
    plain: (text) => text.replaceAll(/[\\`*_[\]<>&#~|]/g, "\\$&"),
    title: (text) => `# ${text}`,
    heading: (text) => `## ${text}`,
    note: (text) => `> ${text}`,
    speech: (text) => withoutActiveContent(text.trim()),
  },
} as const satisfies Record<string, Manner>;

export type TranscriptKind = keyof typeof MANNERS;

/** Nothing before the last words are judged: what is scored so far decides nothing. */
const verdict = ({ debate, labelOf }: TranscriptSource, { plain }: Manner): string[] => {
  const { scores } = debate;
  if (scores === null) return [];
  const reasoning = plain(scores.reasoning ?? "");
  const winner = winnerOf(scores);
  if (winner === null) return reasoning === "" ? [] : [reasoning];
  const result =
    winner === "draw"
      ? "Draw"
      : `${SIDE_LABEL[winner]} wins (${labelOf(providerOf(winner, debate))})`;
  const [best, other] =
    winner === "bot_b" ? [scores.botB, scores.botA] : [scores.botA, scores.botB];
  return [`${result}: ${scoreText(best)} to ${scoreText(other)}`, reasoning];
};

const scoreText = (score: number | null): string => score?.toFixed(1) ?? "–";

/** Also for admins: what they keep may go anywhere. */
const HIDDEN_TURN = "This turn is hidden while it is reviewed.";

/** How much of it there is, where that is not all. */
const extent = ({ debate, turns, isVisitor }: TranscriptSource): string[] => {
  const { status, maxTurns, currentTurn } = debate;
  if (isVisitor && turns.length < currentTurn)
    return [`Turns: the first ${turns.length} of ${maxTurns}`];
  return status === "completed" ? [] : [`Turns: ${turns.length} of ${maxTurns} so far`];
};

/** What the judge says of a turn; nothing for those who may not know. */
const remarkOn = (
  turn: TranscriptTurn,
  { debate, isVisitor }: TranscriptSource,
  { plain }: Manner,
): string => {
  if (turn.isHidden) return HIDDEN_TURN;
  if (isVisitor) return "";
  if (turn.score !== null) return `Score ${turn.score}/${MAX_SCORE}. ${plain(turn.feedback ?? "")}`;
  const isComing = debate.scores === null && debate.judge !== null && turn.judge === null;
  return isComing ? "Not scored yet" : "Not scored";
};

/** The debate as far as it is, as a text to keep: all that was said, and what the judge said of it. */
export const transcript = (kind: TranscriptKind, source: TranscriptSource): string => {
  const { debate, turns, labelOf, link } = source;
  const manner = MANNERS[kind];
  const { lineBreak, plain, title, heading, note, speech } = manner;
  const head = [
    title(plain(debate.topic)),
    [
      `Format: ${FORMAT_LABEL[debate.format]}`,
      `For: ${labelOf(debate.botAProvider)}`,
      `Against: ${labelOf(debate.botBProvider)}`,
      `Judge: ${debate.judge ? labelOf(debate.judge) : "none"}`,
      `Date: ${debate.createdAt.slice(0, 10)}`,
      ...extent(source),
      `Link: ${link}`,
    ].join(lineBreak),
  ];
  const speeches = turns.flatMap((turn) => {
    const speaker = labelOf(providerOf(turn.role, debate));
    const remark = remarkOn(turn, source, manner);
    return [
      heading(`${turn.turnNumber}. ${SIDE_LABEL[turn.role]}, ${speaker} (${turn.type})`),
      turn.isHidden ? "" : speech(turn.content),
      remark === "" ? "" : note(remark),
    ];
  });
  const end = verdict(source, manner);
  const parts = [...head, ...speeches, ...(end.length > 0 ? [heading("Verdict"), ...end] : [])];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
};
