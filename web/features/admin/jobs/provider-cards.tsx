import type { Operations } from "#shared/contract/admin/operations.ts";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { Card } from "#web/components/ui/content/card.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { formatAge, formatErrorCode, PROVIDER_STATE_LABELS } from "./job-labels.ts";

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

const formatInFlight = (count: number): string => {
  if (count === 0) return "No requests in progress";
  return count === 1
    ? "1 request in progress"
    : `${count.toLocaleString("en")} requests in progress`;
};

type ProviderError = NonNullable<Operations["providers"][number]["lastError"]>;

const describeError = ({ code, detail, at }: ProviderError): string =>
  `Last error ${formatAge(at)} ago: ${formatErrorCode(code)}${detail ? ` (${detail})` : ""}`;

export const ProviderCards = ({ providers }: Pick<Operations, "providers">) => {
  const getProviderLabel = useProviderLabel();
  return (
    <Cards aria-label="Providers">
      {providers.map(({ provider, state, inFlight, failures, lastError }) => (
        <li key={provider}>
          <Card>
            <Row css={{ justifyContent: "space-between", mb: "2" }}>
              <Name>{getProviderLabel(provider)}</Name>
              <Badge tone={PROVIDER_STATE_LABELS[state].tone}>
                {PROVIDER_STATE_LABELS[state].words}
              </Badge>
            </Row>
            <Muted css={{ fontSize: "14" }}>
              {formatInFlight(inFlight)}
              {failures > 0 && `, ${failures} failed in a row`}
            </Muted>
            <Muted css={{ fontSize: "14", overflowWrap: "anywhere" }}>
              {lastError ? describeError(lastError) : "No errors yet"}
            </Muted>
          </Card>
        </li>
      ))}
    </Cards>
  );
};
