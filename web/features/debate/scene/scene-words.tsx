import type { Role } from "#shared/domain/debates/side.ts";
import { styled } from "#web/components/theme/styled.tsx";
import type { Caption } from "./use-caption.ts";

/** A scene with little room for words. */
const LOW = "@container scene (max-height: 32rem)";

const Previous = styled("p", {
  base: {
    color: "muted",
    fontSize: "clamp(1rem, 0.8rem + 0.5cqw, 1.25rem)",
    lineHeight: 1.4,
    textWrap: "balance",
    /* Reserves its space, so that the current caption does not move. */
    minH: "2.8em",
    display: "grid",
    alignItems: "end",
    mb: "2",
    lineClamp: 2,
    "@container scene (max-height: 20rem)": { display: "none" },
  },
});

const Current = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 700,
    letterSpacing: "-0.015em",
    fontSize: "var(--caption)",
    lineHeight: 1.18,
    minH: "calc(4 * 1.18em)",
    textWrap: "balance",
    animation: "rise {durations.calm} {easings.out}",
    "& > span": { opacity: 0.45 },
  },
});

/** The sentence that is spoken, with the one before it. */
export const Captions = ({ caption, role }: { caption: Caption; role: Role }) => (
  <div data-caption={role} dir="auto">
    <Previous>{caption.previous}</Previous>
    <Current key={caption.key}>
      {caption.spoken}
      <span>{caption.coming}</span>
    </Current>
  </div>
);

const Topic = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 650,
    fontSize: "clamp(1.75rem, 1rem + 2.6cqw, 2.75rem)",
    lineHeight: 1.12,
    letterSpacing: "-0.025em",
    textWrap: "balance",
    lineClamp: 7,
    [LOW]: { fontSize: "1.25rem", lineClamp: 5 },
  },
});

const Hint = styled("p", {
  base: {
    mt: "4",
    color: "muted",
    fontSize: { base: "14", md: "16" },
    textWrap: "balance",
    [LOW]: { display: "none" },
  },
});

/** The motion and what comes next, before the first words. */
export const Motion = ({ topic, hint }: { topic: string; hint: string }) => (
  <div>
    <Topic dir="auto">{topic}</Topic>
    <Hint>{hint}</Hint>
  </div>
);
