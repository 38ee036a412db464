import { defineSemanticTokens, defineTokens } from "@chakra-ui/react/styled-system";
import { COLORS } from "#shared/domain/brand.ts";
import { mapProviders, PROVIDER_DEFINITIONS } from "#shared/domain/provider.ts";

const byColorMode = (dark: string, light: string) => ({ value: { base: light, _dark: dark } });

export const BREAKPOINTS = { sm: "30rem", md: "48rem", lg: "64rem", xl: "80rem" };

export const tokens = defineTokens({
  fonts: {
    display: {
      value: "'Bricolage Grotesque', 'Bricolage Grotesque Fallback', system-ui, sans-serif",
    },
    text: { value: "'Inter', 'Inter Fallback', system-ui, sans-serif" },
    code: { value: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" },
  },
  /** Font sizes, named by their pixels at the browser's default size. */
  fontSizes: {
    13: { value: "0.8125rem" },
    14: { value: "0.875rem" },
    16: { value: "1rem" },
    17: { value: "1.0625rem" },
    20: { value: "1.25rem" },
    26: { value: "1.625rem" },
    34: { value: "2.125rem" },
    44: { value: "2.75rem" },
    60: { value: "3.75rem" },
  },
  /** Spacing in units of 4 pixels. */
  spacing: {
    "0.5": { value: "0.125rem" },
    1: { value: "0.25rem" },
    "1.5": { value: "0.375rem" },
    2: { value: "0.5rem" },
    "2.5": { value: "0.625rem" },
    3: { value: "0.75rem" },
    "3.5": { value: "0.875rem" },
    4: { value: "1rem" },
    5: { value: "1.25rem" },
    6: { value: "1.5rem" },
    7: { value: "1.75rem" },
    8: { value: "2rem" },
    10: { value: "2.5rem" },
    12: { value: "3rem" },
    16: { value: "4rem" },
    20: { value: "5rem" },
    24: { value: "6rem" },
  },
  sizes: {
    /** Minimum size of a touch target. */
    touch: { value: "2.75rem" },
    page: { value: "70rem" },
    /** Width of a page with columns on both sides of the text. */
    stage: { value: "84rem" },
    /** About 64 characters at 17 pixels, including the border. */
    speech: { value: "33.5rem" },
  },
  radii: {
    mark: { value: "3px" },
    control: { value: "11px" },
    card: { value: "18px" },
    pill: { value: "999px" },
  },
  colors: {
    ...mapProviders((provider) => ({ value: PROVIDER_DEFINITIONS[provider].color })),
  },
  durations: { quick: { value: "120ms" }, calm: { value: "220ms" }, score: { value: "700ms" } },
  easings: { out: { value: "cubic-bezier(0.2, 0.7, 0.2, 1)" } },
  zIndex: {
    header: { value: 20 },
    /** The scene is drawn above the header and covers it. */
    scene: { value: 22 },
    /**
     * A page's own bar is drawn above the header, except while the header contains the focus
     * (`barUnderFocus`).
     */
    pageBar: { value: 25 },
    dock: { value: 28 },
    barUnderFocus: { value: 30 },
    toast: { value: 60 },
    skip: { value: 70 },
  },
});

type ColorName = keyof typeof COLORS;

/**
 * Opacities in percent, for tokens such as `ink.8`. These colours are computed here, because the
 * oldest supported browsers have no `color-mix`.
 */
const OPACITIES: Partial<Record<ColorName, readonly number[]>> = {
  canvas: [95],
  edge: [45, 50, 60],
  ink: [8, 10, 16, 88],
  for: [30, 60],
  against: [30, 60],
  active: [60],
  danger: [88],
};

/** Appends an opacity to a colour with six hexadecimal digits. */
const withOpacity = (color: string, percent: number): string =>
  color +
  Math.round(percent * 2.55)
    .toString(16)
    .padStart(2, "0");

const buildColorTokens = (name: ColorName) => {
  const { dark, light } = COLORS[name];
  const translucent = (OPACITIES[name] ?? []).map((percent) => [
    percent,
    byColorMode(withOpacity(dark, percent), withOpacity(light, percent)),
  ]);
  return { DEFAULT: byColorMode(dark, light), ...Object.fromEntries(translucent) };
};

export const semanticTokens = defineSemanticTokens({
  colors: Object.fromEntries(
    (Object.keys(COLORS) as ColorName[]).map((name) => [name, buildColorTokens(name)]),
  ),
  shadows: {
    float: byColorMode(
      "0 1px 0 0 rgba(255,255,255,.04) inset, 0 18px 44px -12px rgba(0,0,0,.7)",
      "0 18px 44px -14px rgba(20,22,29,.25)",
    ),
  },
});
