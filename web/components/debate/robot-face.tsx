import { HEAD_OUTLINES, ROBOT } from "#shared/domain/brand.ts";
import type { Mood } from "#shared/domain/debates/mood.ts";
import type { Role } from "#shared/domain/debates/side.ts";
import type { HeadShape } from "#shared/domain/provider.ts";
import { styled } from "../theme/styled.tsx";

const Face = styled("span", {
  base: {
    display: "inline-grid",
    flexShrink: 0,
    "& > svg": {
      gridArea: "1 / 1",
      boxSize: "100%",
      fill: "none",
      stroke: "currentColor",
      strokeWidth: 2,
      strokeLinecap: "round",
      strokeLinejoin: "round",
    },
    "& .full": { fill: "currentColor", stroke: "none" },
    /* Mouth, eyes and a huge face's antenna are separate SVGs, so that each is a layer, which the
       compositor can animate. */
    "& > .mouth": {
      transformOrigin: "50% 68%",
      animation: "talk 340ms ease-in-out infinite",
      /* The debate page sets `data-silent` while no text arrives. */
      "[data-silent] &": { animationPlayState: "paused" },
    },
    "& > .eyes": {
      transformOrigin: "50% 52%",
      animation: "blink 6s ease-in-out var(--blinks-at, 0s) infinite",
    },
  },
  variants: {
    side: {
      bot_a: { color: "for" },
      bot_b: { color: "against", "--blinks-at": "-2.6s" },
    },
    size: {
      sm: { boxSize: "1.75rem" },
      md: { boxSize: "2rem" },
      lg: { boxSize: "2.75rem" },
      xl: { boxSize: "4.5rem" },
      /* The layout of the page sets the size of a huge face in `--face`. */
      huge: { boxSize: "var(--face, 7rem)" },
    },
  },
  defaultVariants: { size: "md" },
});

const Eyes = () => (
  <g className="full">
    <circle {...ROBOT.leftEye} />
    <circle {...ROBOT.rightEye} />
  </g>
);

/** The parts of a face that differ between faces, without the eyes and the open mouth. */
interface FaceFeatures {
  lips?: string;
  brows?: string;
  laugh?: string;
}

const Antenna = () => (
  <>
    <path d={ROBOT.antenna} />
    <circle {...ROBOT.tip} className="full" />
  </>
);

const FaceOutline = ({ head, lips, brows, laugh }: FaceFeatures & { head: HeadShape }) => (
  <>
    {head === "round" ? (
      <>
        <path d={ROBOT.ears} />
        <rect {...ROBOT.head} />
      </>
    ) : (
      <path d={HEAD_OUTLINES[head]} />
    )}
    {brows && <path d={brows} />}
    {lips && <path d={lips} />}
    {laugh && <path d={laugh} className="full" />}
  </>
);

const LAYER_PROPS = { viewBox: "0 0 32 32" };

interface RobotFaceProps {
  /**
   * The side whose colour the robot gets. Without a side, the robot has the colour of the text
   * around it.
   */
  side?: Role;
  size?: "sm" | "md" | "lg" | "xl" | "huge";
  /** The face's expression in a debate. Without a mood, the face is the logo of its side. */
  mood?: Mood | undefined;
  /** The shape of head that stands for the robot's provider. */
  head?: HeadShape;
}

/**
 * The robot of a side, which is only decorative. Only speaking and huge faces are animated, because
 * an animated face is drawn 60 times per second.
 */
export const RobotFace = ({ side, size = "md", mood, head = "round" }: RobotFaceProps) => {
  const features: FaceFeatures = mood ? ROBOT.moods[mood] : ROBOT.features[side ?? "bot_a"];
  const isSpeaking = mood === "speaking";
  const isHuge = size === "huge";
  const isAnimated = isSpeaking || isHuge;
  const isRound = head === "round";
  return (
    <Face {...(side && { side })} size={size} aria-hidden="true" data-mood={mood}>
      <svg {...LAYER_PROPS}>
        <FaceOutline head={head} {...features} />
        {isRound && !isHuge && <Antenna />}
        {!isAnimated && <Eyes />}
      </svg>
      {isRound && isHuge && (
        <svg {...LAYER_PROPS} className="antenna">
          <Antenna />
        </svg>
      )}
      {isAnimated && (
        <svg {...LAYER_PROPS} className="eyes">
          <Eyes />
        </svg>
      )}
      {isSpeaking && (
        <svg {...LAYER_PROPS} className="mouth">
          <ellipse {...ROBOT.openMouth} className="full" />
        </svg>
      )}
    </Face>
  );
};
