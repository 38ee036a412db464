import { defineKeyframes } from "@chakra-ui/react";

/** All that moves: opacity and transforms only. */
export const keyframes = defineKeyframes({
  blink: { "0%, 94%, 100%": { transform: "scaleY(1)" }, "97%": { transform: "scaleY(0.1)" } },
  talk: { "0%, 100%": { transform: "scaleY(0.35)" }, "50%": { transform: "scaleY(1)" } },
  caret: { "0%, 45%": { opacity: 1 }, "55%, 100%": { opacity: 0.15 } },
  pulse: { "0%, 100%": { opacity: 1 }, "50%": { opacity: 0.45 } },
  spin: { to: { transform: "rotate(360deg)" } },
  appear: { from: { opacity: 0 } },
  rise: { from: { opacity: 0, transform: "translateY(8px)" } },
  "slide-in": { from: { transform: "translateX(calc(100% + 24px))" } },
  "slide-out": { to: { transform: "translateX(calc(100% + 24px))" } },
});
