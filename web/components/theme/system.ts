import {
  createSystem,
  defaultBaseConfig,
  defineConfig,
  type SystemContext,
} from "@chakra-ui/react";
import { globalCss } from "./global-css.ts";
import { keyframes } from "./keyframes.ts";
import { BREAKPOINTS, semanticTokens, tokens } from "./tokens.ts";

let created: SystemContext | undefined;

/**
 * The design system: Chakra's engine, our own tokens, and no recipe that is not used. Made when a
 * style is to be worked out: it takes long, and a page that the server wrote has its styles.
 */
export const system = (): SystemContext => {
  created ??= createSystem(
    defaultBaseConfig,
    defineConfig({
      cssVarsPrefix: "d",
      preflight: true,
      globalCss,
      conditions: { dark: "[data-theme=dark] &", light: "[data-theme=light] &" },
      theme: { breakpoints: BREAKPOINTS, keyframes, tokens, semanticTokens },
    }),
  );
  return created;
};
