import { Link } from "react-router-dom";
import type { Operations } from "#shared/contract/operations.ts";
import { Badge } from "#web/components/ui/badge.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { Skeleton } from "#web/components/ui/skeleton.tsx";
import { Table, TableCell, TableRow } from "#web/components/ui/table.tsx";
import { HiddenSectionTitle, Intro, SectionTitle } from "#web/components/ui/text.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { Section } from "../section.tsx";
import { moneyOf } from "../spending/figures.ts";
import { Providers } from "./providers.tsx";
import { RetryButton } from "./retry-button.tsx";
import { Subject } from "./subject.tsx";
import { useOperations } from "./use-operations.ts";
import { ageOf, JOB, QUEUE } from "./words.ts";

/** null shows a dash, which small screens omit. */
const countOf = (count: number): string | null => (count === 0 ? null : count.toLocaleString("en"));

const Kinds = ({ kinds }: Pick<Operations, "kinds">) => (
  <Table
    label="Work by its kind"
    isBusy={false}
    columns={[
      { label: "Kind" },
      { label: "Running", isNumber: true },
      { label: "Waiting", isNumber: true },
      { label: "For a provider", isNumber: true },
      { label: "Oldest", isNumber: true },
    ]}
  >
    {kinds.map(({ job, running, waiting, awaiting, oldestAt }) => (
      <TableRow key={job}>
        <TableCell label="Kind">
          <strong>{JOB[job].all}</strong>
        </TableCell>
        <TableCell label="Running" isNumber>
          {countOf(running)}
        </TableCell>
        <TableCell label="Waiting" isNumber>
          {countOf(waiting)}
        </TableCell>
        <TableCell label="For a provider" isNumber>
          {countOf(awaiting)}
        </TableCell>
        <TableCell label="Oldest" isNumber>
          {oldestAt === null ? null : ageOf(oldestAt)}
        </TableCell>
      </TableRow>
    ))}
  </Table>
);

const Running = ({ running }: Pick<Operations, "running">) =>
  running.length === 0 ? (
    <EmptyState look="slim" title="Nothing runs now." />
  ) : (
    <Table
      label="What runs now"
      isBusy={false}
      columns={[{ label: "What" }, { label: "For", isNumber: true }, { label: "Worker" }]}
    >
      {running.map((work) => (
        <TableRow key={`${work.job} ${work.id}`}>
          <TableCell label="What" isLong>
            <Subject {...work} />
          </TableCell>
          <TableCell label="For" isNumber>
            {work.since === null ? null : ageOf(work.since)}
          </TableCell>
          <TableCell label="Worker">{work.worker}</TableCell>
        </TableRow>
      ))}
    </Table>
  );

const Workers = ({ workers }: Pick<Operations, "workers">) =>
  workers.length === 0 ? (
    <EmptyState look="slim" title="No worker has been heard of.">
      Nothing is spoken, judged, recorded or sent until one runs.
    </EmptyState>
  ) : (
    <Table
      label="Workers"
      isBusy={false}
      columns={[
        { label: "Worker" },
        { label: "Process" },
        { label: "Does" },
        { label: "In hand", isNumber: true },
        { label: "Heard" },
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
          <TableCell label="Does" isLong>
            {queues.map((queue) => QUEUE[queue]).join(", ")}
          </TableCell>
          <TableCell label="In hand" isNumber>
            {underWay}
          </TableCell>
          <TableCell label="Heard">
            {isSilent ? <Badge tone="bad">Silent for {ageOf(seenAt)}</Badge> : "Just now"}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );

const Failures = ({ failures }: Pick<Operations, "failures">) =>
  failures.length === 0 ? (
    <EmptyState look="slim" title="Nothing has failed." />
  ) : (
    <Table
      label="What has failed"
      isBusy={false}
      columns={[
        { label: "What" },
        { label: "Why" },
        { label: "Ago", isNumber: true },
        { label: "Again" },
      ]}
    >
      {failures.map((failure) => (
        <TableRow key={`${failure.job} ${failure.id}`}>
          <TableCell label="What" isLong>
            <Subject {...failure} />
          </TableCell>
          <TableCell label="Why" isLong>
            {failure.message}
          </TableCell>
          <TableCell label="Ago" isNumber>
            {ageOf(failure.failedAt)}
          </TableCell>
          <TableCell label="Again">
            {failure.retry ? <RetryButton failure={failure} /> : null}
          </TableCell>
        </TableRow>
      ))}
    </Table>
  );

const inWords = ({ price, perDay }: Operations["spending"]): string =>
  perDay === null
    ? `${moneyOf(price)} spent today; no limit is set.`
    : `${moneyOf(price)} of ${moneyOf(perDay * 1_000_000)} spent today.`;

/** Running, waiting and failed jobs, live. */
export const WhatRuns = () => {
  const { data: now, error, refetch } = useOperations();
  if (!now && error) return <Trouble message={error.message} retry={refetch} />;
  if (!now) return <Skeleton aria-label="Looking what runs" css={{ h: "26rem" }} />;
  return (
    <>
      <HiddenSectionTitle>What runs</HiddenSectionTitle>
      <Intro css={{ mb: "6", "& a": { textDecoration: "underline" } }}>
        What workers do and what waits for them, as it changes.
        <br />
        <Link to="?tab=spending">{inWords(now.spending)}</Link>
      </Intro>
      <Providers providers={now.providers} />
      <Section>
        <SectionTitle>What has failed</SectionTitle>
        <Failures failures={now.failures} />
      </Section>
      <Section>
        <SectionTitle>What runs now</SectionTitle>
        <Running running={now.running} />
      </Section>
      <Section>
        <SectionTitle>What waits</SectionTitle>
        <Kinds kinds={now.kinds} />
      </Section>
      <Section>
        <SectionTitle>Workers</SectionTitle>
        <Workers workers={now.workers} />
      </Section>
    </>
  );
};
