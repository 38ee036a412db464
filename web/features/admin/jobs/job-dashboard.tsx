import { Link } from "react-router-dom";
import type { Operations } from "#shared/contract/admin/operations.ts";
import { hasRole } from "#shared/domain/accounts/viewer.ts";
import { StartDebateLink } from "#web/components/debate/starting/start-debate-link.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Badge } from "#web/components/ui/content/badge.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { Skeleton } from "#web/components/ui/feedback/skeleton.tsx";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";
import {
  ScreenReaderSectionTitle,
  PageIntro,
  SectionTitle,
} from "#web/components/ui/content/typography.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useProviderLabel } from "#web/lib/config.tsx";
import { AdminSection } from "../admin-section.tsx";
import { JudgeAuditSection } from "../judge-audit/judge-audit-section.tsx";
import { ModelCheckSection } from "../model-check/model-check-section.tsx";
import { formatPrice } from "../spending/format-spending.ts";
import { ProviderCards } from "./provider-cards.tsx";
import { RetryJobButton } from "./retry-job-button.tsx";
import { JobSubject } from "./job-subject.tsx";
import { useOperations } from "./use-operations.ts";
import { ADAPTATION_LABELS, formatAge, JOB_LABELS, QUEUE_LABELS } from "./job-labels.ts";

/** Formats a count; 0 becomes null, which is shown as a dash and left out on small screens. */
const formatCountOrDash = (count: number): string | null =>
  count === 0 ? null : count.toLocaleString("en");

const JobCountTable = ({ kinds }: Pick<Operations, "kinds">) => (
  <Table
    label="Queue by type"
    isBusy={false}
    columns={[
      { label: "Type" },
      { label: "Running", isNumber: true },
      { label: "Waiting", isNumber: true },
      { label: "Waiting for provider", isNumber: true },
      { label: "Oldest", isNumber: true },
    ]}
  >
    {kinds.map(({ job, running, waiting, awaiting, oldestAt }) => (
      <TableRow key={job}>
        <TableCell label="Type">
          <strong>{JOB_LABELS[job].all}</strong>
        </TableCell>
        <TableCell label="Running" isNumber>
          {formatCountOrDash(running)}
        </TableCell>
        <TableCell label="Waiting" isNumber>
          {formatCountOrDash(waiting)}
        </TableCell>
        <TableCell label="Waiting for provider" isNumber>
          {formatCountOrDash(awaiting)}
        </TableCell>
        <TableCell label="Oldest" isNumber>
          {oldestAt === null ? null : formatAge(oldestAt)}
        </TableCell>
      </TableRow>
    ))}
  </Table>
);

const RunningJobTable = ({ running }: Pick<Operations, "running">) =>
  running.length === 0 ? (
    <EmptyState variant="slim" title="Nothing is running." action={<StartDebateLink />} />
  ) : (
    <Table
      label="In progress"
      isBusy={false}
      columns={[{ label: "Job" }, { label: "Duration", isNumber: true }, { label: "Worker" }]}
    >
      {running.map((job) => (
        <TableRow key={`${job.job} ${job.id}`}>
          <TableCell label="Job" isLong>
            <JobSubject {...job} />
          </TableCell>
          <TableCell label="Duration" isNumber>
            {job.since === null ? null : formatAge(job.since)}
          </TableCell>
          <TableCell label="Worker">{job.worker}</TableCell>
        </TableRow>
      ))}
    </Table>
  );

interface Refetching {
  refetch: () => Promise<unknown>;
}

const CheckAgainButton = ({ refetch }: Refetching) => (
  <Button onClick={() => void refetch()}>Check again</Button>
);

const WorkerTable = ({ workers, refetch }: Pick<Operations, "workers"> & Refetching) =>
  workers.length === 0 ? (
    <EmptyState
      variant="slim"
      title="No workers are running."
      action={<CheckAgainButton refetch={refetch} />}
    >
      Start a worker to run the waiting jobs.
    </EmptyState>
  ) : (
    <Table
      label="Workers"
      isBusy={false}
      columns={[
        { label: "Worker" },
        { label: "Process" },
        { label: "Queues" },
        { label: "In progress", isNumber: true },
        { label: "Last seen" },
      ]}
    >
      {workers.map(({ instance, host, pid, queues, underWay, isSilent, seenAt }) => (
        <TableRow key={`${instance} ${pid} ${queues.join()}`}>
          <TableCell label="Worker">
            <strong>{instance}</strong>
          </TableCell>
          <TableCell label="Process" isLong>
            {`${host}, ${pid}`}
          </TableCell>
          <TableCell label="Queues" isLong>
            {queues.map((queue) => QUEUE_LABELS[queue]).join(", ")}
          </TableCell>
          <TableCell label="In progress" isNumber>
            {underWay}
          </TableCell>
          <TableCell label="Last seen">
            {isSilent ? <Badge tone="bad">{formatAge(seenAt)} ago</Badge> : "Just now"}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );

/** What workers had to change in requests to models. Renders nothing without changes. */
const AdaptationTable = ({ workers }: Pick<Operations, "workers">) => {
  const getProviderLabel = useProviderLabel();
  const adapted = workers.flatMap(({ instance, adaptations }) =>
    adaptations.map((adaptation) => ({ ...adaptation, instance })),
  );
  if (adapted.length === 0) return null;
  return (
    <AdminSection>
      <SectionTitle>Adapted requests</SectionTitle>
      <Table
        label="Adapted requests"
        isBusy={false}
        columns={[
          { label: "Provider" },
          { label: "Change" },
          { label: "Reason" },
          { label: "Worker" },
          { label: "Since", isNumber: true },
        ]}
      >
        {adapted.map(({ instance, provider, kind, reason, at }) => (
          <TableRow key={`${instance} ${provider} ${kind}`}>
            <TableCell label="Provider">
              <strong>{getProviderLabel(provider)}</strong>
            </TableCell>
            <TableCell label="Change" isLong>
              {ADAPTATION_LABELS[kind]}
            </TableCell>
            <TableCell label="Reason" isLong>
              {reason}
            </TableCell>
            <TableCell label="Worker">{instance}</TableCell>
            <TableCell label="Since" isNumber>
              {formatAge(at)}
            </TableCell>
          </TableRow>
        ))}
      </Table>
    </AdminSection>
  );
};

const FailedJobTable = ({ failures, refetch }: Pick<Operations, "failures"> & Refetching) =>
  failures.length === 0 ? (
    <EmptyState
      variant="slim"
      title="No failures."
      action={<CheckAgainButton refetch={refetch} />}
    />
  ) : (
    <Table
      label="Failures"
      isBusy={false}
      columns={[
        { label: "Job" },
        { label: "Reason" },
        { label: "Age", isNumber: true },
        { label: "Action" },
      ]}
    >
      {failures.map((failure) => (
        <TableRow key={`${failure.job} ${failure.id}`}>
          <TableCell label="Job" isLong>
            <JobSubject {...failure} />
          </TableCell>
          <TableCell label="Reason" isLong>
            {failure.message}
          </TableCell>
          <TableCell label="Age" isNumber>
            {formatAge(failure.failedAt)}
          </TableCell>
          <TableCell label="Action">
            {failure.retry ? <RetryJobButton failure={failure} /> : null}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );

const formatSpending = ({ price, perDay }: Operations["spending"]): string =>
  perDay === null
    ? `${formatPrice(price)} spent today. No limit is set.`
    : `${formatPrice(price)} of ${formatPrice(perDay * 1_000_000)} spent today.`;

export const JobDashboard = () => {
  const { user = null } = useAuth();
  const { data: now, error, refetch } = useOperations();
  if (!now && error) return <ErrorNotice message={error.message} retry={refetch} />;
  if (!now) return <Skeleton aria-label="Loading activity" css={{ h: "26rem" }} />;
  return (
    <>
      <ScreenReaderSectionTitle>Activity</ScreenReaderSectionTitle>
      <PageIntro css={{ mb: "6", "& a": { textDecoration: "underline" } }}>
        Workers and their jobs, live.
        <br />
        <Link to="?tab=spending">{formatSpending(now.spending)}</Link>
      </PageIntro>
      <ProviderCards providers={now.providers} />
      <AdminSection>
        <SectionTitle>Failures</SectionTitle>
        <FailedJobTable failures={now.failures} refetch={refetch} />
      </AdminSection>
      <AdminSection>
        <SectionTitle>In progress</SectionTitle>
        <RunningJobTable running={now.running} />
      </AdminSection>
      <AdminSection>
        <SectionTitle>Queue</SectionTitle>
        <JobCountTable kinds={now.kinds} />
      </AdminSection>
      <AdminSection>
        <SectionTitle>Workers</SectionTitle>
        <WorkerTable workers={now.workers} refetch={refetch} />
      </AdminSection>
      <AdaptationTable workers={now.workers} />
      {hasRole(user, "superadmin") && (
        <>
          <ModelCheckSection now={now} />
          <JudgeAuditSection now={now} />
        </>
      )}
    </>
  );
};
