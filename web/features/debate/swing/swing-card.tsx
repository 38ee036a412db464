import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import type { Debate } from "#shared/contract/debates/debate.ts";
import type { SwingResult } from "#shared/contract/debates/swing.ts";
import {
  BALLOT_STANCE_LABEL,
  BALLOT_STANCES,
  computeSwing,
  MIN_PAIRS,
  type SwingTable,
} from "#shared/domain/debates/audience/swing.ts";
import { Card } from "#web/components/ui/content/card.tsx";
import { Muted, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { formatCount } from "#web/lib/format.ts";
import { swingQuery } from "./swing-query.ts";
import { SwingFlow } from "./swing-flow.tsx";
import { describeConversions, describeGains, describeNotAsked } from "./swing-text.ts";

const Frame = styled(Card, {
  base: {
    gridColumn: "1 / -1",
    display: "grid",
    gap: "3",
    minW: 0,
    textAlign: "start",
    "--flow": { base: "11rem", md: "13rem" },
    "& > p": { fontSize: "14" },
  },
});

const Gain = styled("p", {
  base: {
    fontFamily: "display",
    fontWeight: 700,
    "&&": { fontSize: { base: "20", md: "26" } },
    lineHeight: 1.2,
    "& > small": {
      display: "block",
      mt: "1",
      fontFamily: "text",
      fontWeight: 400,
      fontSize: "14",
      color: "muted",
    },
  },
  variants: { side: { for: { color: "for" }, against: { color: "against" }, none: {} } },
});

const HiddenTable = styled("div", { base: { srOnly: true } });

/** The flow as a table for screen readers. */
const SwingTableText = ({ table }: { table: SwingTable }) => (
  <HiddenTable>
    <table>
      <caption>Viewers by their choice before the debate and their vote after it</caption>
      <thead>
        <tr>
          <th scope="col">Before</th>
          {BALLOT_STANCES.map((after) => (
            <th key={after} scope="col">
              {BALLOT_STANCE_LABEL[after]} after
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {BALLOT_STANCES.map((before) => (
          <tr key={before}>
            <th scope="row">{BALLOT_STANCE_LABEL[before]} before</th>
            {BALLOT_STANCES.map((after) => (
              <td key={after}>{table[before][after]}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </HiddenTable>
);

const getGainSide = (swing: number): "for" | "against" | "none" =>
  swing === 0 ? "none" : swing > 0 ? "for" : "against";

const SwingResultText = ({ result: { pairs, table, notAsked } }: { result: SwingResult }) => {
  const swing = table && computeSwing(table);
  const notAskedText = describeNotAsked(notAsked);
  const rest = notAskedText !== null && <Muted>{notAskedText}</Muted>;
  if (!table || !swing)
    return (
      <>
        <Gain>Too few to tell</Gain>
        <Muted>
          {formatCount(pairs, "viewer")} voted before and after and saw enough of the debate. The
          result is shown from {MIN_PAIRS}&nbsp;on.
        </Muted>
        {rest}
      </>
    );
  const [headline, other] = describeGains(swing);
  return (
    <>
      <Gain side={getGainSide(swing.swing)}>
        {headline}
        <small>
          {other}, of {formatCount(pairs, "viewer")}
        </small>
      </Gain>
      <SwingFlow table={table} />
      <SwingTableText table={table} />
      <p>{describeConversions(swing)}</p>
      {rest}
    </>
  );
};

interface SwingCardProps {
  debate: Debate;
  /** Whether the results may be shown. */
  isShown: boolean;
}

/** How the audience changed its mind, for viewers who have voted. */
export const SwingCard = ({ debate: { id, winnerVotes }, isShown }: SwingCardProps) => {
  const { data: swing, refetch } = useQuery(swingQuery(id));
  const votes = winnerVotes && winnerVotes.botA + winnerVotes.botB;
  useEffect(() => {
    // There are new votes, so the stored swing is outdated.
    if (votes !== null) void refetch();
  }, [votes, refetch]);
  const result = isShown ? swing?.result : null;
  return (
    <Frame aria-labelledby="swing" data-swing>
      <SectionTitle id="swing">Who changed their mind</SectionTitle>
      {result ? (
        <SwingResultText result={result} />
      ) : (
        <Muted>Vote to see how the audience changed its mind.</Muted>
      )}
    </Frame>
  );
};
