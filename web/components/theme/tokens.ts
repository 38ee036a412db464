import { defineSemanticTokens, defineTokens } from "@chakra-ui/react";
import { forEachProvider, PROVIDER_FACTS } from "#shared/domain/provider.ts";

/** One colour with its value in either theme. */
const themed = (dark: string, light: string) => ({ value: { base: light, _dark: dark } });

export const BREAKPOINTS = { sm: "30rem", md: "48rem", lg: "64rem", xl: "80rem" };

export const tokens = defineTokens({
  fonts: {
    display: {
      value: "'Bricolage Grotesque', 'Bricolage Grotesque Fallback', system-ui, sans-serif",
    },
    text: { value: "'Inter', 'Inter Fallback', system-ui, sans-serif" },
    code: { value: "ui-monospace, SFMono-Regular, Menlo, Consolas, monospace" },
  },
  /** The type scale, named by pixels at the browser's default size. */
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
  /** In steps of four pixels. */
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
    /** The smallest thing a thumb can hit. */
    touch: { value: "2.75rem" },
    page: { value: "70rem" },
    /** About 64 characters at 17 pixels, with the rule beside them. */
    speech: { value: "33.5rem" },
  },
  radii: {
    mark: { value: "3px" },
    control: { value: "11px" },
    card: { value: "18px" },
    pill: { value: "999px" },
  },
  colors: {
    ...forEachProvider((provider) => ({ value: PROVIDER_FACTS[provider].color })),
  },
  durations: { quick: { value: "120ms" }, calm: { value: "220ms" }, score: { value: "700ms" } },
  easings: { out: { value: "cubic-bezier(0.2, 0.7, 0.2, 1)" } },
  zIndex: { header: { value: 20 }, dock: { value: 10 }, toast: { value: 60 }, skip: { value: 70 } },
});

export const semanticTokens = defineSemanticTokens({
  colors: {
    canvas: themed("#0b0d13", "#f7f7f4"),
    panel: themed("#12151e", "#ffffff"),
    raised: themed("#181c28", "#ffffff"),
    sunken: themed("#0e1118", "#efefea"),
    line: themed("#262b3a", "#e3e3dc"),
    /** The edge of a control: at least 3:1 on what is around it. */
    edge: themed("#646d85", "#8a8f9c"),
    ink: themed("#eceef4", "#14161d"),
    muted: themed("#9aa3b8", "#565d70"),
    onInk: themed("#0b0d13", "#ffffff"),
    for: themed("#5b8cff", "#1f57d6"),
    forTint: themed("#16223f", "#e8effd"),
    against: themed("#ff6b6b", "#c92a37"),
    againstTint: themed("#3a191f", "#fdeaea"),
    quote: themed("#4a3c1c", "#f4e2ab"),
    quoteLit: themed("#8a6a1c", "#f0c75a"),
    pending: themed("#f5c451", "#7a5600"),
    pendingTint: themed("#33290f", "#fbefcf"),
    active: themed("#4ade80", "#13713a"),
    activeTint: themed("#0f2d1c", "#d8f3e1"),
    completed: themed("#8fb0ff", "#1f57d6"),
    completedTint: themed("#16223f", "#e3ecfd"),
    danger: themed("#ff8a8a", "#b3202c"),
    dangerTint: themed("#33161a", "#fdeaea"),
    focus: themed("#a9c1ff", "#1f57d6"),
  },
  shadows: {
    float: themed(
      "0 1px 0 0 rgba(255,255,255,.04) inset, 0 18px 44px -12px rgba(0,0,0,.7)",
      "0 18px 44px -14px rgba(20,22,29,.25)",
    ),
  },
});
