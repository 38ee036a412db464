import { CLAIM_THEMES } from "./banks/claim-themes.ts";
import { COMPARISON_THEMES } from "./banks/comparison-themes.ts";
import { PROPOSAL_THEMES } from "./banks/proposal-themes.ts";
import type { Motion } from "./motion.ts";
import { cycled, shuffled, type Random } from "./seeded.ts";
import type { Side } from "./speech-request.ts";
import { bankOf } from "./sides.ts";
import type { Theme } from "./theme.ts";

const BANKS: Readonly<Record<Motion["kind"], readonly Theme[]>> = {
  proposal: PROPOSAL_THEMES,
  claim: CLAIM_THEMES,
  comparison: [...COMPARISON_THEMES, ...CLAIM_THEMES],
};

/** How far the sides are apart in the list, so that neither argues what it has just answered. */
const APART = 3;

/** Which theme each side argues in which of its turns. No side argues a theme twice. */
export interface Plan {
  themes: readonly Theme[];
  /** A side's theme in its turn `ordinal`, from 0. */
  themeOf(side: Side, ordinal: number): Theme;
}

/**
 * What the format likes to argue about comes first. The same motion, format and seed always have the
 * same plan: turns need no memory but the debate.
 */
export const planDebate = (
  motion: Motion,
  favourites: readonly string[],
  random: Random,
  isSaid: (template: string) => boolean,
): Plan => {
  const suitable = BANKS[motion.kind].filter((theme) => theme.suits?.(motion) ?? true);
  const mixed = shuffled(suitable, random);
  const isFavourite = (theme: Theme): boolean => favourites.includes(theme.id);
  const themes = [...mixed.filter(isFavourite), ...mixed.filter((theme) => !isFavourite(theme))];
  const freshFirst = (side: Side, all: readonly Theme[]): Theme[] => {
    const isWorn = (theme: Theme) => Object.values(theme[bankOf(side)]).flat().some(isSaid);
    return [...all.filter((theme) => !isWorn(theme)), ...all.filter(isWorn)];
  };
  const ofFor = freshFirst("For", themes);
  const theirs = ofFor.slice(0, APART);
  const others = themes.filter((theme) => !theirs.includes(theme));
  const ordered = { For: ofFor, Against: freshFirst("Against", [...others, ...theirs]) };
  return { themes, themeOf: (side, ordinal) => cycled(ordered[side], ordinal) };
};

const hits = (theme: Theme, text: string): number => text.match(theme.words)?.length ?? 0;

/** Being planned counts for as much as this many telling words. */
const PLANNED = 4;
const ENOUGH = 2;

/** The theme a text argues, told by its words and by what was planned; null when none stands out. */
export const themeIn = (
  text: string,
  candidates: readonly Theme[],
  planned: Theme | null,
): Theme | null => {
  const scored = candidates
    .map((theme) => ({ theme, found: hits(theme, text) }))
    .filter(({ found }) => found > 0)
    .map(({ theme, found }) => ({ theme, score: found + (theme === planned ? PLANNED : 0) }))
    .sort((a, b) => b.score - a.score);
  const [best] = scored;
  return best !== undefined && best.score >= ENOUGH ? best.theme : null;
};
