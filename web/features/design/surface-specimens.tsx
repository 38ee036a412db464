import { type ReactNode, useRef } from "react";
import { Card } from "#web/components/ui/content/card.tsx";
import { StartDebateLink } from "#web/components/debate/starting/start-debate-link.tsx";
import { EmptyState } from "#web/components/ui/feedback/empty-state.tsx";
import { SignUpLinks } from "#web/components/debate/starting/sign-up-links.tsx";
import { SignUpPrompt } from "#web/components/debate/starting/sign-up-prompt.tsx";
import { OutageBanner } from "#web/components/layout/outage-banner.tsx";
import { LongText } from "#web/components/ui/page/long-text.tsx";
import { Notice } from "#web/components/ui/feedback/notice.tsx";
import { ListCount, Pager } from "#web/components/ui/page/pager.tsx";
import { ErrorNotice } from "#web/components/ui/feedback/error-notice.tsx";
import { Table, TableCell, TableRow } from "#web/components/ui/content/table.tsx";

const doNothing = () => {};

const ExampleText = () => (
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

const ExamplePager = () => {
  const head = useRef<HTMLParagraphElement>(null);
  return (
    <>
      <ListCount ref={head} tabIndex={-1}>
        24 debates
      </ListCount>
      {[1, 2].map((page) => (
        <Pager key={page} label={`Page ${page}`} page={page} pages={2} to={() => ""} head={head} />
      ))}
    </>
  );
};

const COLUMNS = [
  { label: "Username", order: { direction: "ascending", onSort: doNothing } },
  { label: "Credits", isNumber: true, order: { direction: null, onSort: doNothing } },
  { label: "Joined" },
] as const;

export const SURFACE_SPECIMENS: Record<string, ReactNode> = {
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
      <ErrorNotice message="This turn failed." />
      <ErrorNotice message="Failed to fetch debates" retry={doNothing} />
    </>
  ),
  "OutageBanner, offline": <OutageBanner outage="offline" />,
  "OutageBanner, down": <OutageBanner outage="down" />,
  EmptyState: (
    <>
      <EmptyState title="Nothing is here yet." action={<StartDebateLink />} />
      <EmptyState variant="slim" title="Ready when you are." action={<StartDebateLink />} />
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
  "ListHead, Pager: first page, last page": <ExamplePager />,
  LongText: <LongText sections={[{ id: "long", title: "A long text", Body: ExampleText }]} />,
  JoinPrompt: (
    <SignUpPrompt title="There is more." text="Where what a visitor sees ends.">
      <SignUpLinks />
    </SignUpPrompt>
  ),
};
