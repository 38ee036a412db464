import type { ReactNode } from "react";
import { Card } from "#web/components/card.tsx";
import { EmptyState } from "#web/components/empty-state.tsx";
import { JoinLinks } from "#web/components/join-links.tsx";
import { JoinPrompt } from "#web/components/join-prompt.tsx";
import { OutageBanner } from "#web/components/layout/outage-banner.tsx";
import { Notice } from "#web/components/notice.tsx";

export const SURFACES: Record<string, ReactNode> = {
  Card: <Card>A surface that holds one thing.</Card>,
  Notice: (
    <>
      <Notice>A quiet remark.</Notice>
      <Notice tone="warning">A warning.</Notice>
      <Notice tone="danger">Something went wrong.</Notice>
    </>
  ),
  EmptyState: <EmptyState title="Nothing is here yet.">And what to do about it.</EmptyState>,
  JoinPrompt: (
    <JoinPrompt title="There is more." text="Where what a visitor sees ends.">
      <JoinLinks />
    </JoinPrompt>
  ),
  OutageBanner: (
    <>
      <OutageBanner outage="offline" />
      <OutageBanner outage="down" />
    </>
  ),
};
