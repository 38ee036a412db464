import type { CSSProperties } from "react";
import { styled } from "#web/components/theme/styled.tsx";
import type { Chapter } from "#web/lib/player/chapters.ts";

const Strip = styled("div", {
  base: {
    position: "absolute",
    insetX: 0,
    display: "flex",
    gap: "3px",
    h: "6px",
    pointerEvents: "none",
  },
});

/* The part that was played has the full colour. */
const Mark = styled("span", {
  base: {
    flex: "var(--length) 1 0",
    minW: "2px",
    borderRadius: "pill",
    bgImage: "linear-gradient(90deg, currentColor var(--part), var(--rest) var(--part))",
    "&:dir(rtl)": { transform: "scaleX(-1)" },
  },
  variants: {
    side: {
      bot_a: { color: "for", "--rest": "{colors.for.30}" },
      bot_b: { color: "against", "--rest": "{colors.against.30}" },
    },
  },
});

interface MarkStyle extends CSSProperties {
  "--length": number;
  "--part": string;
}

const getMarkStyle = ({ from, length }: Chapter, positionS: number): MarkStyle => ({
  "--length": length,
  "--part": `${Math.min(1, Math.max(0, (positionS - from) / length)) * 100}%`,
});

interface ChapterMarksProps {
  chapters: readonly Chapter[];
  /** Position within the episode, in seconds. */
  positionS: number;
}

/** The turns as a segmented bar: widths follow durations, colours follow sides. */
export const ChapterMarks = ({ chapters, positionS }: ChapterMarksProps) => (
  <Strip aria-hidden="true">
    {chapters.map((chapter) => (
      <Mark
        key={chapter.track.turnId}
        side={chapter.track.role}
        style={getMarkStyle(chapter, positionS)}
      />
    ))}
  </Strip>
);
