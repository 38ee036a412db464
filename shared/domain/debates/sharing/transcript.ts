import { AI_LABEL } from "../../ai-label.ts";
import { type DebateStatus, FORMAT_LABEL, type Format } from "../debate.ts";
import { nameSpeaker } from "../../model-name.ts";
import type { Speaker } from "../../speaker.ts";
import { joinSentences } from "../../audio/clip.ts";
import { splitNote } from "../judging/split-note.ts";
import type { Decision } from "../judging/decision.ts";
import {
  describePanel,
  explainVerdict,
  type PanelVote,
  summarizeVerdict,
} from "../judging/panel.ts";
import { MAX_SCORE, type Scores, getWinner } from "../judging/score.ts";
import { isSealedTurn, type SealState } from "../judging/sealed-results.ts";
import { getProviderOfRole, type Role, SIDE_LABEL } from "../side.ts";
import { toPlainText } from "../../text/plain-text.ts";
import type { TurnType } from "../turn.ts";
import { DEFAULT_LANGUAGE, getLanguageName, type LanguageTag } from "../language/language.ts";
import { bindPunctuation } from "../language/no-break-spaces.ts";
import { getTextAttributes } from "../language/text-attributes.ts";
import { renderTextAttributes } from "../language/text-in-markup.ts";

export interface TranscriptDebate {
  topic: string;
  /** Missing or null for debates of earlier versions, which stored no language. */
  language?: LanguageTag | null;
  format: Format;
  status: DebateStatus;
  maxTurns: number;
  currentTurn: number;
  createdAt: string;
  botAProvider: Speaker;
  botBProvider: Speaker;
  judge: Speaker | null;
  scores:
    | (Scores & {
        reasoning: string | null;
        decision?: Decision | undefined;
        panel?: readonly PanelVote[] | undefined;
      })
    | null;
  /** Set while the last results are hidden, until the reader votes or skips the vote. */
  seal?: SealState | null;
}

export interface TranscriptTurn {
  turnNumber: number;
  role: Role;
  type: TurnType;
  content: string;
  model: string | null;
  judge: Speaker | null;
  judgeModel: string | null;
  score: number | null;
  ruling: string | null;
  feedback: string | null;
  isHidden: boolean;
}

export interface TranscriptSource {
  debate: TranscriptDebate;
  turns: readonly TranscriptTurn[];
  /** Visitors see no judgements and not all turns. */
  isVisitor: boolean;
  labelOf: (provider: Speaker) => string;
  link: string;
}

interface TranscriptStyle {
  lineBreak: string;
  /** Marks the language and direction of a debate's text that has its own paragraphs. */
  mark: (text: string, language: LanguageTag) => string;
  /** Marks the language and direction of a debate's text inside an English line or heading. */
  markInline: (text: string, language: LanguageTag) => string;
  /** Formats a text that is not Markdown: a topic or a judgement. */
  plain: (text: string) => string;
  title: (text: string) => string;
  heading: (text: string) => string;
  note: (text: string) => string;
  /** Formats a speech, which is Markdown. */
  speech: (text: string) => string;
}

/**
 * Removes HTML and images from a model's Markdown, so that a viewer runs no markup and loads
 * nothing. Uses entities, because a backslash in the text could cancel an escaping backslash.
 */
const removeActiveContent = (text: string): string =>
  text.replaceAll(/<(?=[a-z/!?])/gi, "&lt;").replaceAll(/!(?=\[)/g, "&#33;");

/** Editors take the direction of a line from its first letter or mark. */
const RIGHT_TO_LEFT_MARK = "\u200f";
/**
 * Invisible characters around a right-to-left text in an English line. Without them, the full stop
 * of the text would be shown at its wrong end.
 */
const [START_RIGHT_TO_LEFT, END_RIGHT_TO_LEFT] = ["\u2067", "\u2069"];

/** Chinese, Japanese and Korean letters and emoji, which are two columns wide in text files. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3ffff}]|\p{Emoji_Presentation}/u;

/** Adds a rule as wide as the text. Marks above letters and control characters have no width. */
const underline = (text: string, rule: string): string => {
  const letters = text.replaceAll(/[\p{M}\p{Cf}]/gu, "");
  const rules = Array.from(letters, (letter) => (WIDE.test(letter) ? rule + rule : rule));
  return `${text}\n${rules.join("")}`;
};

const isMarkedInMarkdown = (text: string, language: LanguageTag): boolean =>
  text !== "" && language !== DEFAULT_LANGUAGE;

const TRANSCRIPT_STYLES = {
  txt: {
    lineBreak: "\n",
    mark: (text, language) =>
      getTextAttributes(language, text).dir === "rtl"
        ? text.replaceAll(/^(?=.)/gm, RIGHT_TO_LEFT_MARK)
        : bindPunctuation(text, language),
    markInline: (text, language) =>
      getTextAttributes(language, text).dir === "rtl"
        ? text.replaceAll(/^.+$/gm, `${START_RIGHT_TO_LEFT}$&${END_RIGHT_TO_LEFT}`)
        : bindPunctuation(text, language),
    plain: (text) => text,
    title: (text) => underline(text, "="),
    heading: (text) => underline(text, "-"),
    note: (text) => `[${text}]`,
    speech: (text) => toPlainText(text).replaceAll("\n", "\n\n"),
  },
  md: {
    lineBreak: "  \n",
    // Markdown inside an HTML block is only parsed between blank lines.
    mark: (text, language) =>
      isMarkedInMarkdown(text, language)
        ? `<div ${renderTextAttributes(language, text)}>\n\n${bindPunctuation(text, language)}\n\n</div>`
        : text,
    markInline: (text, language) =>
      isMarkedInMarkdown(text, language)
        ? `<span ${renderTextAttributes(language, text)}>${bindPunctuation(text, language)}</span>`
        : text,
    plain: (text) => text.replaceAll(/[\\`*_[\]<>&#~|]/g, "\\$&"),
    title: (text) => `# ${text}`,
    heading: (text) => `## ${text}`,
    note: (text) => `> ${text}`,
    speech: (text) => removeActiveContent(text.trim()),
  },
} as const satisfies Record<string, TranscriptStyle>;

export type TranscriptFormat = keyof typeof TRANSCRIPT_STYLES;

/** Renders the result; empty before the final scores exist. */
const renderVerdict = (
  { debate, labelOf }: TranscriptSource,
  { plain, mark }: TranscriptStyle,
): string[] => {
  const { scores } = debate;
  if (scores === null) return [];
  const reasoning = mark(plain(scores.reasoning ?? ""), getLanguage(debate));
  const winner = getWinner(scores);
  if (winner === null) return reasoning === "" ? [] : [reasoning];
  const result =
    winner === "draw"
      ? "Draw"
      : `${SIDE_LABEL[winner]} wins (${labelOf(getProviderOfRole(winner, debate))})`;
  const [winnerScore, loserScore] =
    winner === "bot_b" ? [scores.botB, scores.botA] : [scores.botA, scores.botB];
  const verdict = summarizeVerdict(scores);
  return [
    `${result}: ${formatScore(winnerScore)} to ${formatScore(loserScore)}`,
    ...(verdict === null ? [] : [`Verdict: ${verdict}. ${explainVerdict(scores)}`]),
    ...(scores.panel ? [plain(describePanel(scores.panel, labelOf))] : []),
    reasoning,
  ];
};

const getLanguage = ({ language }: TranscriptDebate): LanguageTag => language ?? DEFAULT_LANGUAGE;

const formatScore = (score: number | null): string => score?.toFixed(1) ?? "–";

/** Replaces hidden turns, also for admins, because a saved file can be passed on. */
const HIDDEN_TURN_TEXT = "This turn is hidden until it is reviewed.";

/** Returns a line with the number of included turns, if the transcript is incomplete. */
const renderExtent = ({ debate, turns, isVisitor }: TranscriptSource): string[] => {
  const { status, maxTurns, currentTurn } = debate;
  if (isVisitor && turns.length < currentTurn)
    return [`Turns: the first ${turns.length} of ${maxTurns}`];
  return status === "completed" ? [] : [`Turns: ${turns.length} of ${maxTurns} so far`];
};

const renderJudgeRemark = (
  turn: TranscriptTurn,
  { debate, isVisitor }: TranscriptSource,
  { plain, markInline }: TranscriptStyle,
): string => {
  if (turn.isHidden) return HIDDEN_TURN_TEXT;
  if (isVisitor) return "";
  if (turn.score !== null) {
    const { ruling, feedback } = splitNote(turn);
    const words = joinSentences([ruling, feedback].flatMap((text) => (text ? [{ text }] : [])));
    const by = turn.judgeModel ? ` by ${plain(turn.judgeModel)}` : "";
    return `Score ${turn.score}/${MAX_SCORE}${by}. ${markInline(plain(words), getLanguage(debate))}`;
  }
  if (debate.seal && isSealedTurn(turn.turnNumber, debate.maxTurns)) return "Sealed until you vote";
  const isPending = debate.scores === null && debate.judge !== null && turn.judge === null;
  return isPending ? "Not scored yet" : "Not scored";
};

/** Renders the debate so far as a text file, with all speeches and judgements. */
export const renderTranscript = (kind: TranscriptFormat, source: TranscriptSource): string => {
  const { debate, turns, labelOf, link } = source;
  const style = TRANSCRIPT_STYLES[kind];
  const { lineBreak, mark, markInline, plain, title, heading, note, speech } = style;
  const language = getLanguage(debate);
  const head = [
    title((kind === "md" ? markInline : mark)(plain(debate.topic), language)),
    [
      `Format: ${FORMAT_LABEL[debate.format]}`,
      ...(language === DEFAULT_LANGUAGE ? [] : [`Language: ${getLanguageName(language)}`]),
      `For: ${labelOf(debate.botAProvider)}`,
      `Against: ${labelOf(debate.botBProvider)}`,
      `Judge: ${debate.judge ? labelOf(debate.judge) : "none"}`,
      `Date: ${debate.createdAt.slice(0, 10)}`,
      ...renderExtent(source),
      `${AI_LABEL}: AI models wrote all speeches and judgements`,
      `Link: ${link}`,
    ].join(lineBreak),
  ];
  const speeches = turns.flatMap((turn) => {
    const label = labelOf(getProviderOfRole(turn.role, debate));
    const speaker = nameSpeaker(label, turn.model && plain(turn.model));
    const remark = renderJudgeRemark(turn, source, style);
    return [
      heading(`${turn.turnNumber}. ${SIDE_LABEL[turn.role]}, ${speaker} (${turn.type})`),
      turn.isHidden ? "" : mark(speech(turn.content), language),
      remark === "" ? "" : note(remark),
    ];
  });
  const end = renderVerdict(source, style);
  const parts = [...head, ...speeches, ...(end.length > 0 ? [heading("Verdict"), ...end] : [])];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
};
