import type { ReactNode } from "react";
import { Card } from "#web/components/ui/content/card.tsx";
import { SectionTitle } from "#web/components/ui/content/typography.tsx";

export const VoteCard = ({ children }: { children: ReactNode }) => (
  <Card aria-labelledby="vote">
    <SectionTitle id="vote">Who won?</SectionTitle>
    {children}
  </Card>
);
