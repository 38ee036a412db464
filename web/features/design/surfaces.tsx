import { type ReactNode, useRef } from "react";
import { Card } from "#web/components/ui/card.tsx";
import { EmptyState } from "#web/components/ui/empty-state.tsx";
import { JoinLinks } from "#web/components/debate/join-links.tsx";
import { JoinPrompt } from "#web/components/debate/join-prompt.tsx";
import { OutageBanner } from "#web/components/layout/outage-banner.tsx";
import { LongText } from "#web/components/ui/long-text.tsx";
import { Notice } from "#web/components/ui/notice.tsx";
import { ListHead, Pager } from "#web/components/ui/pager.tsx";
import { StandInNotice } from "#web/components/debate/stand-in-notice.tsx";
import { Trouble } from "#web/components/ui/trouble.tsx";
import { Table, TableCell, TableRow } from "#web/components/ui/table.tsx";

const nothing = () => {};

const SomeText = () => (
  <>
    <p>
      Comfortable lines, <strong>what matters</strong>, and <a href="#long">a link</a>.
    </p>
    <ul>
      <li>One thing.</li>
      <li>And another.</li>
    </ul>
  </>
);

const SomePages = () => {
  const head = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <ListHead ref={head} tabIndex={-1}>
        24 debates
      </ListHead>
      {[1, 2].map((page) => (
        <Pager key={page} label={`Page ${page}`} page={page} pages={2} to={() => ""} head={head} />
      ))}
    </>
  );
};

const COLUMNS = [
  { label: "Username", order: { direction: "ascending", onSort: nothing } },
  { label: "Credits", isNumber: true, order: { direction: null, onSort: nothing } },
  { label: "Joined" },
] as const;

export const SURFACES: Record<string, ReactNode> = {
  Card: <Card>A surface that holds one thing.</Card>,
  Notice: (
    <>
      <Notice>A quiet remark.</Notice>
      <Notice tone="warning">A warning.</Notice>
      <Notice tone="danger">Something went wrong.</Notice>
    </>
  ),
  Trouble: (
    <>
      <Trouble message="This turn could not be spoken." />
      <Trouble message="Failed to fetch debates" retry={nothing} />
    </>
  ),
  "OutageBanner, offline": <OutageBanner outage="offline" />,
  "OutageBanner, down": <OutageBanner outage="down" />,
  StandInNotice: <StandInNotice speakers={["openai", "claude"]} />,
  EmptyState: (
    <>
      <EmptyState title="Nothing is here yet.">And what to do about it.</EmptyState>
      <EmptyState look="slim" title="Ready when you are.">
        Where both faces are on the page already.
      </EmptyState>
    </>
  ),
  Table: (
    <Table label="Users" columns={COLUMNS} isBusy={false}>
      {["ada", "grace"].map((name) => (
        <TableRow key={name}>
          <TableCell label="Username">{name}</TableCell>
          <TableCell label="Credits" isNumber>
            3
          </TableCell>
          <TableCell label="Joined">yesterday</TableCell>
        </TableRow>
      ))}
    </Table>
  ),
  "ListHead, Pager: first page, last page": <SomePages />,
  LongText: <LongText sections={[{ id: "long", title: "A long text", Body: SomeText }]} />,
  JoinPrompt: (
    <JoinPrompt title="There is more." text="Where what a visitor sees ends.">
      <JoinLinks />
    </JoinPrompt>
  ),
};
