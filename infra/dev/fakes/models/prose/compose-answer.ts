import { GENERIC_ANSWERS } from "./banks/generic-answers.ts";
import { detectTheme } from "./plan-debate.ts";
import { pickQuote } from "./pick-quote.ts";
import { createSeededRandom, shuffle } from "./seeded-random.ts";
import { toBankKey, listOpposingTurns, getSideTurnIndex } from "./sides.ts";
import type { Speaker } from "./create-speaker.ts";
import type { ArgumentTheme } from "./banks/argument-theme.ts";

/** The themes of the other side's turns so far, without repetition. */
const detectOpposingThemes = ({ request, plan }: Speaker): (ArgumentTheme | null)[] => {
  const heard: (ArgumentTheme | null)[] = [];
  for (const turn of listOpposingTurns(request)) {
    const left = plan.themes.filter((theme) => !heard.includes(theme));
    const isClosing = turn.number > Math.max(2, request.maxTurns - 2);
    const planned = isClosing ? null : plan.themeOf(turn.side, getSideTurnIndex(turn.number));
    heard.push(detectTheme(turn.text, left, planned));
  }
  return heard;
};

/** Quotes the other side's last turn and answers it; empty if there is none. */
export const composeAnswer = (speaker: Speaker): string => {
  const { request, manner, say, sayAll } = speaker;
  const last = listOpposingTurns(request).at(-1)?.text ?? "";
  const random = createSeededRandom(`${request.topic}|${request.turn}|${last}`);
  const theme = detectOpposingThemes(speaker).at(-1) ?? null;
  const quote = pickQuote(last, theme?.words ?? null, random);
  if (quote === null) return "";
  const said = request.debate.map((turn) => turn.text).join("\n");
  const plain = shuffle(GENERIC_ANSWERS, random).find((line) => !said.includes(line)) ?? "";
  const themes = theme?.[toBankKey(request.side)].answer ?? [plain];
  const answer = themes.some(speaker.isSaid) ? [plain] : themes;
  const answered = request.speech === "opening" ? answer.slice(0, 1) : answer;
  return `${say(speaker.line(manner.takeUps), { quote })} ${sayAll(answered)}`;
};
