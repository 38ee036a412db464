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

/**
 * Offset between the sides' theme lists, so that a side does not argue what it has just answered.
 */
const APART = 3;

/** The theme of each turn. A side argues no theme twice. */
export interface Plan {
  themes: readonly Theme[];
  /** The theme of a side's turn `ordinal`, counted from 0. */
  themeOf(side: Side, ordinal: number): Theme;
}

/**
 * Plans the themes of a debate, the format's favourites first. Deterministic: the same motion,
 * format and seed give the same plan, so that no state is needed between turns.
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

/** A planned theme counts as much as this many matching words. */
const PLANNED = 4;
const ENOUGH = 2;

/** The theme that a text argues, by its words and the plan; null if none stands out. */
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
