import type { ModelCheck } from "#shared/contract/admin/model-check.ts";
import type { Operations } from "#shared/contract/admin/operations.ts";
import { DateTime } from "#web/components/ui/content/date-time.tsx";
import { Muted, Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { AdminSection } from "../admin-section.tsx";
import { formatPrice } from "../spending/format-spending.ts";
import { ModelCheckTable } from "./model-check-table.tsx";
import { useModelCheck, useStartModelCheck } from "./use-model-check.ts";

type StartedCheck = NonNullable<ModelCheck>;

const Facts = styled("div", {
  base: { display: "flex", flexWrap: "wrap", columnGap: "4", my: "4", fontSize: "14" },
});

const StartedBy = styled("div", {
  base: { display: "flex", flexWrap: "wrap", columnGap: "1", color: "muted" },
});

const isOpen = ({ state }: StartedCheck["services"][number]): boolean =>
  state !== "complete" && state !== "failed";

const describeOutcome = ({ services }: StartedCheck): string => {
  const open = services.filter(isOpen);
  if (open.some(({ state }) => state === "waiting_for_budget"))
    return "The daily spending limit is reached. The check continues after midnight UTC.";
  if (open.length === services.length && open.every(({ state }) => state === "waiting"))
    return "Waiting for a worker.";
  if (open.length > 0) return `${services.length - open.length} of ${services.length} checked.`;
  const reports = services.map(({ report }) => report).filter((report) => report !== null);
  const price = reports.reduce((total, report) => total + report.price, 0);
  const isEstimated = reports.some(({ isPriceEstimated }) => isPriceEstimated);
  return `The check cost ${isEstimated ? "about " : ""}${formatPrice(price)}.`;
};

const CheckReport = ({ check }: { check: StartedCheck }) => (
  <>
    <Facts>
      <StartedBy>
        <DateTime at={check.startedAt} />
        <span>by {check.startedBy ?? "a deleted user"}</span>
      </StartedBy>
      <p role="status">{describeOutcome(check)}</p>
    </Facts>
    <ModelCheckTable services={check.services} isRunning={check.services.some(isOpen)} />
  </>
);

/** Lets superadmins start a check of the models, and shows the last check, live. */
export const ModelCheckSection = ({ now }: { now: Operations }) => {
  const { data: check, error, refetch } = useModelCheck(now);
  const start = useStartModelCheck();
  const isRunning = start.isPending || check?.services.some(isOpen) === true;
  return (
    <AdminSection>
      <SectionTitle>Model check</SectionTitle>
      <Row css={{ justifyContent: "space-between" }}>
        <Muted css={{ maxW: "42rem" }}>
          Sends a few short requests to each model, the voice and the moderation, and shows what
          works. This usually costs less than a cent per model.
        </Muted>
        <Button isPending={isRunning} onClick={() => start.mutate()}>
          {isRunning ? "Checking…" : "Check the models"}
        </Button>
      </Row>
      {error && <ErrorNotice message={error.message} retry={refetch} />}
      {check === undefined && !error && <Skeleton css={{ h: "12rem", mt: "4" }} />}
      {check && <CheckReport check={check} />}
    </AdminSection>
  );
};
