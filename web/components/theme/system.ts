import { createSystem, defaultBaseConfig, defineConfig } from "@chakra-ui/react";
import { globalCss } from "./global-css.ts";
import { keyframes } from "./keyframes.ts";
import { BREAKPOINTS, semanticTokens, tokens } from "./tokens.ts";

/** The design system: Chakra's engine, our own tokens, and no recipe that is not used. */
export const system = createSystem(
  defaultBaseConfig,
  defineConfig({
    cssVarsPrefix: "d",
    preflight: true,
    globalCss,
    theme: { breakpoints: BREAKPOINTS, keyframes, tokens, semanticTokens },
  }),
);
