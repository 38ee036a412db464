import { ChevronDown, ChevronUp } from "lucide-react";
import type { Turn } from "#shared/contract/turn.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/side.ts";
import { plainText } from "#shared/domain/spoken-text.ts";
import { Hidden } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { TurnLook } from "./turn-look.ts";

const Summary = styled("summary", {
  base: {
    display: "grid",
    gridTemplateColumns: "1.5rem minmax(0, auto) minmax(0, 1fr) auto auto",
    alignItems: "center",
    gap: "3",
    minH: "touch",
    fontSize: "14",
    color: "muted",
    listStyle: "none",
    borderBottomWidth: "1px",
    borderColor: "line",
    outlineOffset: "-2px",
    fontVariantNumeric: "tabular-nums",
    "&::-webkit-details-marker": { display: "none" },
    _hover: { color: "ink" },
    /* A streaming turn cannot be folded. */
    "&[hidden]": { display: "none" },
    "& [data-fold]": { display: "none" },
    /* While open, only the fold button remains, at the speech's head. */
    "details[open] > &": {
      position: "absolute",
      top: 0,
      right: 0,
      zIndex: 1,
      display: "grid",
      placeItems: "center",
      gridTemplateColumns: "auto",
      boxSize: "touch",
      mt: "-2.5",
      borderWidth: 0,
      borderRadius: "control",
      "& > :not([data-fold])": { display: "none" },
      "& [data-fold]": { display: "grid" },
      "&[hidden]": { display: "none" },
    },
  },
  variants: {
    look: {
      reading: {
        /* At the end of the speech column, where the head leaves room for it. */
        "details[open] > &": {
          right: { base: 0, lg: "auto" },
          left: { lg: "calc(4.75rem + {sizes.speech} - {sizes.touch})" },
        },
      },
      stage: {
        "details[open] > &": { right: { base: 0, lg: "calc(var(--corner) + var(--gap))" } },
      },
    },
  },
});

const Name = styled("strong", {
  base: { fontWeight: 650, truncate: true },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

const Words = styled("span", { base: { truncate: true } });
const Score = styled("strong", {
  base: { fontWeight: 700, color: "ink", fontFamily: "display", fontSize: "16" },
});

const MOST = 160;

const FIRST_SENTENCE = /^[^.!?]*[.!?]?/;

/** Summary of a turn: the judge's first quote, or its first sentence. */
export const lineOf = ({ quotes, content }: Pick<Turn, "quotes" | "content">): string => {
  const [quote] = quotes ?? [];
  const said = plainText((quote ?? content).slice(0, 2 * MOST));
  const line = quote === undefined ? (FIRST_SENTENCE.exec(said)?.[0] ?? "") : said;
  const short = line.length > MOST ? `${line.slice(0, MOST)}…` : line;
  return `“${short.trim()}”`;
};

interface TurnLineProps {
  turn: Turn;
  speaker: string;
  role: Role;
  look: TurnLook;
}

/** The one-line summary of a turn, which opens and folds it. */
export const TurnLine = ({ turn, speaker, role, look }: TurnLineProps) => (
  <Summary look={look} hidden={turn.status !== "complete"}>
    <span>
      <Hidden>Turn </Hidden>
      {turn.turnNumber}
    </span>
    <Name side={role}>
      {speaker}
      <Hidden>, {SIDE_LABEL[role]}</Hidden>
    </Name>
    <Words dir="auto">
      {turn.isHidden && turn.content === "" ? "Hidden while it is reviewed" : lineOf(turn)}
    </Words>
    <Score>
      {turn.score !== null && <Hidden>scored </Hidden>}
      {turn.score}
    </Score>
    <ChevronDown size={16} aria-hidden="true" />
    <span data-fold>
      <ChevronUp size={16} aria-hidden="true" />
      <Hidden>Fold turn {turn.turnNumber}</Hidden>
    </span>
  </Summary>
);
