import { useState } from "react";
import type { Role } from "#shared/domain/debates/side.ts";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";
import { setLineHeight } from "#web/components/theme/global-css.ts";
import { styled } from "#web/components/theme/styled.tsx";
import { useIsHydrated } from "#web/lib/browser/hydration.ts";
import type { Caption } from "./use-caption.ts";

const Previous = styled("p", {
  base: {
    color: "muted",
    fontSize: "clamp(1rem, 0.8rem + 0.5cqw, 1.25rem)",
    lineHeight: setLineHeight(1.4),
    textWrap: "balance",
    /* Keeps the space of the previous caption free, so that the current one does not move. */
    minH: `calc(2em * ${setLineHeight(1.4)})`,
    display: "grid",
    alignItems: "end",
    mb: "2",
    "& > span": { lineClamp: 2 },
    "@container scene (max-height: 20rem) or ((max-width: 40rem) and (max-height: 28rem))": {
      display: "none",
    },
  },
});

const Current = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 700,
    letterSpacing: "-0.015em",
    fontSize: "var(--caption)",
    lineHeight: setLineHeight(1.18),
    minH: `calc(4em * ${setLineHeight(1.18)})`,
    textWrap: "balance",
    "&[data-new]": { animation: "rise {durations.calm} {easings.out}" },
    "& > span": { opacity: 0.45 },
    /* Smaller letters keep a long caption within four lines on a phone. */
    "&[data-long]": {
      "@container scene (max-width: 40rem)": { fontSize: "calc(var(--caption) * 0.86)" },
    },
  },
});

/** A caption of more characters than this has smaller letters on phones. */
const LONG_CAPTION = 80;

const CurrentCaption = ({ spoken, coming }: Caption) => {
  // The caption in the server's HTML does not fade in, so that it can be read at once.
  const [isNew] = useState(useIsHydrated());
  return (
    <Current
      data-new={isNew || undefined}
      data-long={spoken.length + coming.length > LONG_CAPTION || undefined}
    >
      {spoken}
      <span>{coming}</span>
    </Current>
  );
};

/** The sentence that is spoken, with the one before it. */
export const Captions = ({ caption, role }: { caption: Caption; role: Role }) => (
  <div data-caption={role} {...useTextAttributes()}>
    <Previous>
      <span>{caption.previous}</span>
    </Previous>
    <CurrentCaption {...caption} key={caption.key} />
  </div>
);
