import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { SpendingOverview } from "#shared/contract/admin/spending.ts";
import { StartDebateLink } from "#web/components/debate/starting/start-debate-link.tsx";
import { Card } from "#web/components/ui/content/card.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { Select } from "#web/components/ui/controls/select.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { PageIntro, Muted, Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { AdminSection } from "../admin-section.tsx";
import { formatDay, formatPrice } from "./format-spending.ts";
import { LimitSwatch, SpendingChart, Swatch } from "./spending-chart.tsx";
import { type SpendingDimension, listGroups, buildDayStacks, sumTotals } from "./group-spending.ts";
import { TotalsTable } from "./totals-table.tsx";
import { useGroupLabels } from "./use-group-labels.ts";

const PERIODS = { 7: "7 days", 30: "30 days", 90: "90 days" };
const DIVISIONS = { provider: "By provider", kind: "By type" } as const;
const DIVISION_HEADING = { provider: "Provider", kind: "Type" } as const;

const Controls = styled(Row, { base: { mt: "6", mb: "4" } });
const TotalAmount = styled("p", {
  base: { fontSize: "34", fontWeight: 600, fontVariantNumeric: "tabular-nums" },
});
const Legend = styled("ul", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "4",
    rowGap: "1",
    mt: "4",
    fontSize: "14",
    listStyle: "none",
    "& li": { display: "flex", alignItems: "center", gap: "2" },
  },
});
/* The table of days is long, so it is folded at first. */
const Days = styled("details", {
  base: { mt: "4", "& summary": { py: "2.5", minH: "touch", fontWeight: 600, cursor: "pointer" } },
});

const describeLimits = ({ perDay, perUserAndDay }: SpendingOverview["limits"]): string => {
  const limits = [
    perDay === null ? null : `${formatPrice(perDay * 1_000_000)} per day`,
    perUserAndDay === null ? null : `${formatPrice(perUserAndDay * 1_000_000)} per user and day`,
  ].filter((limit) => limit !== null);
  return limits.length === 0
    ? "No limit is set."
    : `At ${limits.join(" or ")}, paid jobs wait until midnight UTC. Running turns still finish.`;
};

const SpendingReportBody = ({
  spending,
  dimension,
}: {
  spending: SpendingOverview;
  dimension: SpendingDimension;
}) => {
  const { days, parts, users, limits } = spending;
  const labels = useGroupLabels();
  const total = sumTotals(parts);
  const groups = listGroups(parts, dimension);
  const stacks = buildDayStacks(days, parts, dimension);
  const period = days.length === 1 ? "today" : `in the last ${days.length} days`;
  if (parts.length === 0)
    return (
      <EmptyState title={`Nothing was spent ${period}.`} action={<StartDebateLink />}>
        {describeLimits(limits)}
      </EmptyState>
    );
  return (
    <>
      <Card>
        <TotalAmount>{formatPrice(total.price)}</TotalAmount>
        <Muted css={{ mb: "6" }}>
          {period}. {describeLimits(limits)}
        </Muted>
        <SpendingChart
          stacks={stacks}
          limit={limits.perDay === null ? null : limits.perDay * 1_000_000}
          summary={`${formatPrice(total.price)} ${period}, day by day. The numbers are in the tables below.`}
        />
        <Legend aria-label="Colours">
          {groups.map((group) => (
            <li key={group}>
              <Swatch group={group} />
              {labels[group]}
            </li>
          ))}
          {limits.perDay !== null && (
            <li>
              <LimitSwatch />
              Daily limit
            </li>
          )}
        </Legend>
      </Card>
      <AdminSection>
        <SectionTitle>{DIVISIONS[dimension]}</SectionTitle>
        <TotalsTable
          label={DIVISIONS[dimension]}
          heading={DIVISION_HEADING[dimension]}
          rows={groups.map((group) => ({
            key: group,
            name: labels[group],
            totals: sumTotals(parts.filter((part) => part[dimension] === group)),
          }))}
        />
        <Days>
          <summary>Day by day</summary>
          <TotalsTable
            label="Day by day"
            heading="Day"
            rows={stacks
              .filter((stack) => stack.total.requests > 0)
              .map(({ day, total: totals }) => ({ key: day, name: formatDay(day), totals }))}
          />
        </Days>
      </AdminSection>
      <AdminSection>
        <SectionTitle>By user</SectionTitle>
        <TotalsTable
          label="By user"
          heading="User"
          rows={users.map(({ id, username, ...totals }) => ({
            key: String(id),
            name: username ?? "Deleted users",
            totals,
          }))}
        />
      </AdminSection>
      {total.isEstimated && <Muted css={{ mt: "6" }}>≈ Includes estimates.</Muted>}
    </>
  );
};

export const SpendingReport = () => {
  const [days, setDays] = useState("30");
  const [dimension, setDimension] = useState<SpendingDimension>("provider");
  const { data, error, refetch } = useQuery<SpendingOverview>({
    queryKey: [`/api/admin/spending?days=${days}`],
    placeholderData: keepPreviousData,
  });
  return (
    <>
      <PageIntro>
        What models and voice cost, at the configured prices. Days start at midnight UTC.
      </PageIntro>
      <Controls>
        <Select
          aria-label="Period"
          value={days}
          onChange={({ currentTarget }) => setDays(currentTarget.value)}
        >
          {Object.entries(PERIODS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
        <Select
          aria-label="Group by"
          value={dimension}
          onChange={({ currentTarget }) =>
            setDimension(currentTarget.value === "kind" ? "kind" : "provider")
          }
        >
          {Object.entries(DIVISIONS).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </Select>
      </Controls>
      {error && <ErrorNotice message={error.message} retry={refetch} />}
      {data && <SpendingReportBody spending={data} dimension={dimension} />}
      {!data && !error && <Skeleton css={{ h: "26rem" }} />}
    </>
  );
};
