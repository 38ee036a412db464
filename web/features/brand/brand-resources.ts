import type { BrandResource } from "./brand-resource-card.tsx";

export const MAIN_LOGO: BrandResource = {
  file: "logo.svg",
  title: "Main logo",
  description: "Two robots, blue and red, with VS between them. Give it room on all sides.",
  kind: "SVG",
  width: 480,
  height: 200,
};

export const ANIMATED_LOGO: BrandResource = {
  file: "logo-animated.svg",
  title: "Animated logo",
  description: "The robots blink and talk in turns. Loops every four seconds.",
  kind: "SVG",
  width: 480,
  height: 200,
};

/** The page shows these in this order, after the logos. */
export const BRAND_RESOURCES: readonly BrandResource[] = [
  {
    file: "logo-text.svg",
    title: "Text logo",
    description: "The name as outlines. No font needed.",
    kind: "SVG",
    width: 640,
    height: 120,
  },
  {
    file: "robot-icon.svg",
    title: "Robot icon",
    description: "One robot for small places: avatars, tabs, buttons.",
    kind: "SVG",
    width: 200,
    height: 200,
  },
  {
    file: "angry-robot.png",
    title: "Angry robot",
    description: "The red robot after a bad score. 1024 by 1024 pixels, transparent.",
    kind: "PNG",
    width: 512,
    height: 512,
  },
  {
    file: "share-image.png",
    title: "Social share image",
    description: "1200 by 630 pixels, for social networks.",
    kind: "PNG",
    width: 1200,
    height: 630,
  },
];
