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
  turns: readonly TranscriptTurn[];
  /** Visitors see no judgements and not all turns. */
  isVisitor: boolean;
  labelOf: (provider: Provider) => string;
  link: string;
}

interface Manner {
  lineBreak: string;
  /** For text that is not Markdown: topics and judgements. */
  plain: (text: string) => string;
  title: (text: string) => string;
  heading: (text: string) => string;
  note: (text: string) => string;
  /** For speeches, which are Markdown. */
  speech: (text: string) => string;
}

/**
 * Removes HTML and images from a model's Markdown, so that a viewer runs no markup and loads
 * nothing. Uses entities, because a backslash in the text could cancel an escaping backslash.
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

/** Renders the result; empty before the final scores exist. */
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

/** Also for admins, because a saved file can be passed on. */
const HIDDEN_TURN = "This turn is hidden while it is reviewed.";

/** The number of turns included, if the transcript is incomplete. */
const extent = ({ debate, turns, isVisitor }: TranscriptSource): string[] => {
  const { status, maxTurns, currentTurn } = debate;
  if (isVisitor && turns.length < currentTurn)
    return [`Turns: the first ${turns.length} of ${maxTurns}`];
  return status === "completed" ? [] : [`Turns: ${turns.length} of ${maxTurns} so far`];
};

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

/** Renders a debate so far as a text file, with all speeches and judgements. */
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
