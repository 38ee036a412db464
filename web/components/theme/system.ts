// Imports a subpath, because the package's index loads 1,800 more modules, also in every test.
import { defaultBaseConfig } from "@chakra-ui/react/preset-base";
import {
  createSystem,
  defineConfig,
  defineKeyframes,
  type SystemContext,
} from "@chakra-ui/react/styled-system";
import { globalCss } from "./global-css.ts";
import { BREAKPOINTS, semanticTokens, tokens } from "./tokens.ts";

/** All animations. They change only opacity and transform, which the compositor can animate. */
const keyframes = defineKeyframes({
  blink: { "0%, 94%, 100%": { transform: "scaleY(1)" }, "97%": { transform: "scaleY(0.1)" } },
  talk: { "0%, 100%": { transform: "scaleY(0.35)" }, "50%": { transform: "scaleY(1)" } },
  caret: { "0%, 45%": { opacity: 1 }, "55%, 100%": { opacity: 0.15 } },
  pulse: { "0%, 100%": { opacity: 1 }, "50%": { opacity: 0.45 } },
  spin: { to: { transform: "rotate(360deg)" } },
  appear: { from: { opacity: 0 } },
  rise: { from: { opacity: 0, transform: "translateY(8px)" } },
  land: { from: { opacity: 0, transform: "scale(2.2)" } },
  "slide-out": { to: { transform: "translateX(calc(100% + 24px))" } },
});

let cachedSystem: SystemContext | undefined;

/**
 * The design system: Chakra's engine with the app's tokens. Created on first use, because creating
 * it is slow and server-rendered pages already have their styles.
 */
export const getDesignSystem = (): SystemContext => {
  cachedSystem ??= createSystem(
    defaultBaseConfig,
    defineConfig({
      cssVarsPrefix: "d",
      preflight: true,
      globalCss,
      conditions: { dark: "[data-theme=dark] &", light: "[data-theme=light] &" },
      theme: { breakpoints: BREAKPOINTS, keyframes, tokens, semanticTokens },
    }),
  );
  return cachedSystem;
};
