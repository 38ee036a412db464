import type { Operations } from "#shared/contract/operations.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Muted, Row } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { ageOf, codeInWords, STATE } from "./words.ts";

const Cards = styled("ul", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" },
    gap: "4",
    listStyle: "none",
    "& > li > *": { h: "100%" },
  },
});
const Name = styled("h3", { base: { fontSize: "17", fontWeight: 600 } });

const underWay = (count: number): string => {
  if (count === 0) return "No request under way";
  return count === 1 ? "1 request under way" : `${count.toLocaleString("en")} requests under way`;
};

export const Providers = ({ providers }: Pick<Operations, "providers">) => {
  const labelOf = useProviderLabel();
  return (
    <Cards aria-label="Providers">
      {providers.map(({ provider, state, inFlight, failures, lastError }) => (
        <li key={provider}>
          <Card>
            <Row css={{ justifyContent: "space-between", mb: "2" }}>
              <Name>{labelOf(provider)}</Name>
              <Badge tone={STATE[state].tone}>{STATE[state].words}</Badge>
            </Row>
            <Muted css={{ fontSize: "14" }}>
              {underWay(inFlight)}
              {failures > 0 && `, ${failures} failed in a row`}
            </Muted>
            <Muted css={{ fontSize: "14" }}>
              {lastError
                ? `Last error ${ageOf(lastError.at)} ago: ${codeInWords(lastError.code)}`
                : "No error yet"}
            </Muted>
          </Card>
        </li>
      ))}
    </Cards>
  );
};
