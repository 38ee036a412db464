import { CLAIM_THEMES } from "./banks/claim-themes.ts";
import { COMPARISON_THEMES } from "./banks/comparison-themes.ts";
import { PROPOSAL_THEMES } from "./banks/proposal-themes.ts";
import type { Motion } from "./parse-motion.ts";
import { pickCyclic, shuffle, type Random } from "./seeded-random.ts";
import type { DebateSide } from "./speech-request.ts";
import { toBankKey } from "./sides.ts";
import type { ArgumentTheme } from "./banks/argument-theme.ts";

const THEMES_BY_KIND: Readonly<Record<Motion["kind"], readonly ArgumentTheme[]>> = {
  proposal: PROPOSAL_THEMES,
  claim: CLAIM_THEMES,
  comparison: [...COMPARISON_THEMES, ...CLAIM_THEMES],
};

/**
 * Offset between the lists of themes of the two sides. It prevents a side from arguing the theme
 * that it has just answered.
 */
const THEME_DISTANCE = 3;

/** Themes of all turns. A side argues each theme at most once. */
export interface DebatePlan {
  themes: readonly ArgumentTheme[];
  /** Returns the theme of a side's turn. `ordinal` counts the side's turns from 0. */
  themeOf(side: DebateSide, ordinal: number): ArgumentTheme;
}

/**
 * Plans the themes of a debate, beginning with the format's favourites. The same motion, format and
 * seed give the same plan, so the fake stores nothing between turns.
 */
export const planDebate = (
  motion: Motion,
  favourites: readonly string[],
  random: Random,
  isUsed: (template: string) => boolean,
): DebatePlan => {
  const suitable = THEMES_BY_KIND[motion.kind].filter((theme) => theme.suits?.(motion) ?? true);
  const shuffled = shuffle(suitable, random);
  const isFavourite = (theme: ArgumentTheme): boolean => favourites.includes(theme.id);
  const themes = [
    ...shuffled.filter(isFavourite),
    ...shuffled.filter((theme) => !isFavourite(theme)),
  ];
  const sortUnusedFirst = (
    side: DebateSide,
    sideThemes: readonly ArgumentTheme[],
  ): ArgumentTheme[] => {
    const hasUsedLine = (theme: ArgumentTheme) =>
      Object.values(theme[toBankKey(side)]).flat().some(isUsed);
    return [
      ...sideThemes.filter((theme) => !hasUsedLine(theme)),
      ...sideThemes.filter(hasUsedLine),
    ];
  };
  const forThemes = sortUnusedFirst("For", themes);
  const firstForThemes = forThemes.slice(0, THEME_DISTANCE);
  const otherThemes = themes.filter((theme) => !firstForThemes.includes(theme));
  const ordered = {
    For: forThemes,
    Against: sortUnusedFirst("Against", [...otherThemes, ...firstForThemes]),
  };
  return { themes, themeOf: (side, ordinal) => pickCyclic(ordered[side], ordinal) };
};

const countThemeWords = (theme: ArgumentTheme, text: string): number =>
  text.match(theme.words)?.length ?? 0;

/** The planned theme gets this score in addition, as if so many words matched. */
const PLANNED_SCORE = 4;
const MIN_THEME_SCORE = 2;

/**
 * Returns the theme that a text argues, by its words and the plan. Null if no theme has enough
 * matching words.
 */
export const detectTheme = (
  text: string,
  candidates: readonly ArgumentTheme[],
  planned: ArgumentTheme | null,
): ArgumentTheme | null => {
  const scored = candidates
    .map((theme) => ({ theme, found: countThemeWords(theme, text) }))
    .filter(({ found }) => found > 0)
    .map(({ theme, found }) => ({ theme, score: found + (theme === planned ? PLANNED_SCORE : 0) }))
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  return best !== undefined && best.score >= MIN_THEME_SCORE ? best.theme : null;
};
