import type { Mood } from "./debates/mood.ts";
import type { Role } from "./debates/side.ts";
import type { HeadShape } from "./provider.ts";

/** All colours, for the dark and the light theme. Providers define their own colour. */
export const COLORS = {
  canvas: { dark: "#0b0d13", light: "#f7f7f4" },
  panel: { dark: "#12151e", light: "#ffffff" },
  raised: { dark: "#181c28", light: "#ffffff" },
  sunken: { dark: "#0e1118", light: "#efefea" },
  line: { dark: "#262b3a", light: "#e3e3dc" },
  /** The border of a control, with a contrast of at least 3:1. */
  edge: { dark: "#646d85", light: "#8a8f9c" },
  ink: { dark: "#eceef4", light: "#14161d" },
  muted: { dark: "#9aa3b8", light: "#565d70" },
  onInk: { dark: "#0b0d13", light: "#ffffff" },
  for: { dark: "#5b8cff", light: "#1f57d6" },
  forTint: { dark: "#16223f", light: "#e8effd" },
  against: { dark: "#ff6b6b", light: "#c92a37" },
  againstTint: { dark: "#3a191f", light: "#fdeaea" },
  quote: { dark: "#4a3c1c", light: "#f4e2ab" },
  quoteLit: { dark: "#7a5c14", light: "#f0c75a" },
  pending: { dark: "#f5c451", light: "#7a5600" },
  pendingTint: { dark: "#33290f", light: "#fbefcf" },
  active: { dark: "#4ade80", light: "#13713a" },
  activeTint: { dark: "#0f2d1c", light: "#d8f3e1" },
  completed: { dark: "#8fb0ff", light: "#1f57d6" },
  completedTint: { dark: "#16223f", light: "#e3ecfd" },
  /** Errors and irreversible actions. Distinct from the sides' and the providers' colours. */
  danger: { dark: "#ff8ad4", light: "#a1126d" },
  dangerTint: { dark: "#35142b", light: "#fce8f4" },
  focus: { dark: "#eceef4", light: "#14161d" },
} as const;

/** Colours of the glow in the lower corners of share pictures, by side. Share pictures are dark. */
export const GLOW_COLORS = { for: "#1d3268", against: "#5c2029" } as const;

/** A robot's face on a grid of 32 by 32, drawn with round lines of width 2. */
export const ROBOT = {
  antenna: "M16 9V5.6",
  ears: "M1.8 15.4v5M30.2 15.4v5",
  tip: { cx: 16, cy: 4, r: 1.6 },
  head: { x: 5, y: 9, width: 22, height: 17.5, rx: 5.6 },
  leftEye: { cx: 11.5, cy: 16.7, r: 1.75 },
  rightEye: { cx: 20.5, cy: 16.7, r: 1.75 },
  /** Replaces the lips while the robot speaks. */
  openMouth: { cx: 16, cy: 21.8, rx: 3.6, ry: 1.9 },
  moods: {
    calm: { lips: "M12.4 21.9h7.2" },
    listening: { lips: "M13.6 21.9h4.8", brows: "M9.6 13.4l3.6-.6M22.4 13.4l-3.6-.6" },
    pleased: { lips: "M11.5 21.2c2.6 2.3 6.4 2.3 9 0" },
    stung: { lips: "M11.8 23c2.4-2 6-2 8.4 0", brows: "M9.4 14.4l3.8-1.4M22.6 14.4l-3.8-1.4" },
    winning: { laugh: "M10.9 20.2h10.2c-.5 2.9-2.5 4.5-5.1 4.5s-4.6-1.6-5.1-4.5z" },
    amused: { lips: "M11.5 20.9c2.6 2.7 6.4 2.7 9 0", brows: "M9.6 13.6l3.8-.2M22.4 11.8l-3.8.5" },
    worried: {
      lips: "M12.4 22.2c1.2-.8 2.4-.8 3.6 0s2.4.8 3.6 0",
      brows: "M9.4 14.2l3.8-1.3M22.6 14.2l-3.8-1.3",
    },
    speaking: { brows: "M9.6 12.8l3.8.2M22.4 12.8l-3.8.2" },
  } satisfies Record<Mood, { lips?: string; brows?: string; laugh?: string }>,
  /** Expressions in the logo: one side smiles, the other frowns. */
  features: {
    bot_a: { lips: "M11.5 21.2c2.6 2.3 6.4 2.3 9 0" },
    bot_b: { lips: "M11.5 22.8c2.6-2.3 6.4-2.3 9 0", brows: "M9.4 12.9l4 1.5M22.6 12.9l-4 1.5" },
  },
} as const;

/** Outlines of all heads except the round one, which is in `ROBOT`. Includes antenna and ears. */
export const HEAD_OUTLINES: Record<Exclude<HeadShape, "round">, string> = {
  angular:
    "M8.4 9.6h15.2L27 13.4v8.4l-3.4 4.7H8.4L5 21.8v-8.4zM15.2 9.4l2.6-2.7h-3.2L17.6 3M1.8 15.8v4.6M30.2 15.8v4.6",
  plain: "M5 9h22v17.5H5zM16 9V5.4M12 5.4h8M1.8 15.8v4.6M30.2 15.8v4.6",
  dome: "M7.6 26.5A2.6 2.6 0 0 1 5 23.9v-4.7C5 13.1 9.9 9 16 9s11 4.1 11 10.2v4.7a2.6 2.6 0 0 1-2.6 2.6zM11.6 5.4c1.5-1.9 2.9-1.9 4.4-.5s2.9 1.4 4.4-.5M2.7 15.2c-.9 1.9-.9 4.1-.2 6M29.3 15.2c.9 1.9.9 4.1.2 6",
};

export const toSvgAttributes = (shape: object): string =>
  Object.entries(shape)
    .map(([name, value]) => `${name}="${value}"`)
    .join(" ");

/** Draws a side's robot as SVG, with closed mouth. */
export const renderRobotSvg = (side: Role, color: string): string => {
  const { antenna, ears, tip, head, leftEye, rightEye, features } = ROBOT;
  const lines = [antenna, ears, ...Object.values(features[side])].join("");
  const dots = [tip, leftEye, rightEye].map((dot) => `<circle ${toSvgAttributes(dot)}/>`).join("");
  return (
    '<g fill="none" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" ' +
    `stroke="${color}"><path d="${lines}"/><rect ${toSvgAttributes(head)}/>` +
    `<g fill="${color}" stroke="none">${dots}</g></g>`
  );
};

export const buildSelectArrow = (color: string): string => {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16" fill="none" stroke="${color}" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round"><path d="m4 6 4 4 4-4"/></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`;
};
