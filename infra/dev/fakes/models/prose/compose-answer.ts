import { GENERIC_ANSWERS } from "./banks/generic-answers.ts";
import { detectTheme } from "./plan-debate.ts";
import { pickQuote } from "./pick-quote.ts";
import { createSeededRandom, shuffle } from "./seeded-random.ts";
import { toBankKey, listOpposingTurns, getSideTurnIndex } from "./sides.ts";
import type { Speaker } from "./create-speaker.ts";
import type { ArgumentTheme } from "./banks/argument-theme.ts";

/** Detects the themes of the other side's turns so far, each at most once. */
const detectOpposingThemes = ({ request, plan }: Speaker): (ArgumentTheme | null)[] => {
  const detected: (ArgumentTheme | null)[] = [];
  for (const turn of listOpposingTurns(request)) {
    const candidates = plan.themes.filter((theme) => !detected.includes(theme));
    const isClosing = turn.number > Math.max(2, request.maxTurns - 2);
    const planned = isClosing ? null : plan.themeOf(turn.side, getSideTurnIndex(turn.number));
    detected.push(detectTheme(turn.text, candidates, planned));
  }
  return detected;
};

/**
 * Quotes the other side's last turn and answers it. Returns an empty text if there is nothing to
 * quote.
 */
export const composeAnswer = (speaker: Speaker): string => {
  const { request, manner, say, sayAll } = speaker;
  const last = listOpposingTurns(request).at(-1)?.text ?? "";
  const random = createSeededRandom(`${request.topic}|${request.turn}|${last}`);
  const theme = detectOpposingThemes(speaker).at(-1) ?? null;
  const quote = pickQuote(last, theme?.words ?? null, random);
  if (quote === null) return "";
  const debateText = request.debate.map((turn) => turn.text).join("\n");
  const genericAnswer =
    shuffle(GENERIC_ANSWERS, random).find((line) => !debateText.includes(line)) ?? "";
  const themes = theme?.[toBankKey(request.side)].answer ?? [genericAnswer];
  const answer = themes.some(speaker.isUsed) ? [genericAnswer] : themes;
  const answered = request.speech === "opening" ? answer.slice(0, 1) : answer;
  return `${say(speaker.pickLine(manner.takeUps), { quote })} ${sayAll(answered)}`;
};
