import { PLAIN_REPLIES } from "./banks/replies.ts";
import { themeIn } from "./plan.ts";
import { quotePhrase } from "./quotable.ts";
import { seeded, shuffled } from "./seeded.ts";
import { bankOf, opposingTurns, ordinalOf } from "./sides.ts";
import type { Speaker } from "./speaker.ts";
import type { Theme } from "./theme.ts";

/** The themes of the other side's turns so far, without repetition. */
const themesHeard = ({ request, plan }: Speaker): (Theme | null)[] => {
  const heard: (Theme | null)[] = [];
  for (const turn of opposingTurns(request)) {
    const left = plan.themes.filter((theme) => !heard.includes(theme));
    const isClosing = turn.number > Math.max(2, request.maxTurns - 2);
    const planned = isClosing ? null : plan.themeOf(turn.side, ordinalOf(turn.number));
    heard.push(themeIn(turn.text, left, planned));
  }
  return heard;
};

/** Quotes the other side's last turn and answers it; empty if there is none. */
export const reply = (speaker: Speaker): string => {
  const { request, manner, say, sayAll } = speaker;
  const last = opposingTurns(request).at(-1)?.text ?? "";
  const random = seeded(`${request.topic}|${request.turn}|${last}`);
  const theme = themesHeard(speaker).at(-1) ?? null;
  const quote = quotePhrase(last, theme?.words ?? null, random);
  if (quote === null) return "";
  const said = request.debate.map((turn) => turn.text).join("\n");
  const plain = shuffled(PLAIN_REPLIES, random).find((line) => !said.includes(line)) ?? "";
  const themes = theme?.[bankOf(request.side)].answer ?? [plain];
  const answer = themes.some(speaker.isSaid) ? [plain] : themes;
  const answered = request.speech === "opening" ? answer.slice(0, 1) : answer;
  return `${say(speaker.line(manner.takeUps), { quote })} ${sayAll(answered)}`;
};
