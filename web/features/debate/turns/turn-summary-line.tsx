import { ChevronDown, ChevronUp } from "lucide-react";
import type { Turn } from "#shared/contract/debates/turn.ts";
import { type Role, SIDE_LABEL } from "#shared/domain/debates/side.ts";
import { extractFirstSentence, truncateAtWord } from "#shared/domain/text/sentence-excerpts.ts";
import { toPlainText } from "#shared/domain/text/plain-text.ts";
import { ScreenReaderText } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { TurnLayout } from "./turn-layout.ts";
import { wrapInQuotes } from "#shared/domain/debates/language/quotation-marks.ts";
import { useTextAttributes } from "#web/components/debate/debate-language.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";

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
    _hover: { color: "ink" },
    /* The rest of this style is in `turn-summary-line.css`. */
    "details[open] > &": { right: 0, boxSize: "touch", mt: "-2.5", borderRadius: "control" },
  },
  variants: {
    variant: {
      reading: {
        /*
         * The button is at the end of the speech column, where the turn's head leaves room for it.
         */
        "details[open] > &": {
          right: { base: 0, lg: "auto" },
          left: { lg: "calc(4.75rem + {sizes.speech} - {sizes.touch})" },
        },
      },
      stage: {},
    },
  },
});

const Name = styled("strong", {
  base: { fontWeight: 650, truncate: true },
  variants: { side: { bot_a: { color: "for" }, bot_b: { color: "against" } } },
});

const SummaryText = styled("span", { base: { truncate: true } });
const SummaryScore = styled("strong", {
  base: { fontWeight: 700, color: "ink", fontFamily: "display", fontSize: "16" },
});

const MAX_LINE_LENGTH = 160;

/** Summary of a turn: the judge's first quote, or the turn's first sentence. */
export const getSummaryText = (
  { quotes, content }: Pick<Turn, "quotes" | "content">,
  language: LanguageTag,
): string => {
  const [quote] = quotes ?? [];
  const plainText = toPlainText((quote ?? content).slice(0, 2 * MAX_LINE_LENGTH));
  const line =
    quote === undefined
      ? extractFirstSentence(plainText, MAX_LINE_LENGTH)
      : truncateAtWord(plainText.trim(), MAX_LINE_LENGTH);
  return wrapInQuotes(line, language);
};

/** A text in quotation marks. French marks have a second character, a no-break space. */
const QUOTED = /^(.\u202f?)(.*?)(\u202f?.)$/s;

interface TurnSummaryLineProps {
  turn: Turn;
  speaker: string;
  role: Role;
  variant: TurnLayout;
}

/** The one-line summary of a turn, which opens and folds it. */
export const TurnSummaryLine = ({ turn, speaker, role, variant }: TurnSummaryLineProps) => {
  const textAttributes = useTextAttributes();
  const [, openingMark, words, closingMark] =
    QUOTED.exec(getSummaryText(turn, textAttributes.lang)) ?? [];
  const isWithheld = turn.isHidden && turn.content === "";
  return (
    <Summary variant={variant} hidden={turn.status !== "complete"} data-turn-line>
      <span>
        <ScreenReaderText>Turn </ScreenReaderText>
        {turn.turnNumber}
      </span>
      <Name side={role}>
        {speaker}
        <ScreenReaderText>, {SIDE_LABEL[role]}</ScreenReaderText>
      </Name>
      {isWithheld ? (
        <SummaryText>Hidden until it is reviewed</SummaryText>
      ) : (
        <SummaryText {...textAttributes}>
          {openingMark}
          <span>{words}</span>
          {closingMark}
        </SummaryText>
      )}
      <SummaryScore>
        {turn.score !== null && <ScreenReaderText>scored </ScreenReaderText>}
        {turn.score}
      </SummaryScore>
      <ChevronDown size={16} aria-hidden="true" />
      <span data-fold>
        <ChevronUp size={16} aria-hidden="true" />
        <ScreenReaderText>Collapse turn {turn.turnNumber}</ScreenReaderText>
      </span>
    </Summary>
  );
};
