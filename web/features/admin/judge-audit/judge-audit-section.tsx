import type { JudgeAuditRun, JudgeAudits } from "#shared/contract/admin/judge-audit.ts";
import type { Operations } from "#shared/contract/admin/operations.ts";
import { Muted, Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { ConfirmButton } from "#web/components/ui/feedback/confirm-button.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { useConfig, useProviderLabel } from "#web/lib/config.tsx";
import { AdminSection } from "../admin-section.tsx";
import { formatPrice } from "../spending/format-spending.ts";
import { JudgeAuditResult } from "./judge-audit-run.tsx";
import { useJudgeAudits, useStartJudgeAudit } from "./use-judge-audits.ts";

type TestableJudge = JudgeAudits["judges"][number];

const isOpen = ({ state }: JudgeAuditRun): boolean => state !== "complete" && state !== "failed";

const describeCost = ({ requests, price }: TestableJudge): string =>
  `This sends up to ${requests} requests, one at a time, and costs ${
    price === 0 ? "nothing" : `about ${formatPrice(price)}`
  }. At the daily spending limit the test waits until midnight UTC.`;

const StartButtons = ({ judges, runs }: JudgeAudits) => {
  const getProviderLabel = useProviderLabel();
  const start = useStartJudgeAudit();
  return (
    <Row>
      {judges.map((testable) => {
        const { judge } = testable;
        const label = getProviderLabel(judge);
        const isStarting = start.isPending && start.variables === judge;
        const isRunning = isStarting || runs.some((run) => run.judge === judge && isOpen(run));
        return (
          <ConfirmButton
            key={judge}
            isPending={isRunning}
            question={`Test ${label} with baits?`}
            consequence={describeCost(testable)}
            confirmLabel="Start the test"
            onConfirm={() => start.mutate(judge)}
          >
            {isRunning ? `Testing ${label}…` : `Test ${label}`}
          </ConfirmButton>
        );
      })}
    </Row>
  );
};

/** Lets superadmins test a judge with the bait set, and shows the last run of each judge, live. */
export const JudgeAuditSection = ({ now }: { now: Operations }) => {
  const { data: audits, error, refetch } = useJudgeAudits(now);
  const hasFakes = useConfig()?.providers.some(({ standIn }) => standIn);
  return (
    <AdminSection>
      <SectionTitle>Tests with baits</SectionTitle>
      <Muted css={{ maxW: "42rem", mb: "4" }}>
        Lets a judge decide short debates with baits, such as flattery or hidden instructions, and
        counts the wins that each bait gains.
        {hasFakes && " Simulated judges do not read, so their results mean nothing."}
      </Muted>
      {error && <ErrorNotice message={error.message} retry={refetch} />}
      {audits === undefined && !error && <Skeleton css={{ h: "3rem" }} />}
      {audits && <StartButtons {...audits} />}
      {audits?.judges.length === 0 && <Muted>No model is configured.</Muted>}
      {audits?.runs.map((run) => (
        <JudgeAuditResult
          key={run.judge}
          run={run}
          maxVerdicts={audits.judges.find(({ judge }) => judge === run.judge)?.verdicts ?? 0}
        />
      ))}
    </AdminSection>
  );
};
