import { type ReactNode, useId } from "react";
import { Card } from "#web/components/ui/content/card.tsx";
import { SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { restoreLostFocus } from "#web/lib/browser/restore-lost-focus.ts";

const Body = styled("div", { base: { display: "grid", gap: "5", mt: "4" } });

export const AccountSection = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Card ref={restoreLostFocus} tabIndex={-1} aria-labelledby={id}>
      <SectionTitle id={id} css={{ fontSize: "20" }}>
        {title}
      </SectionTitle>
      <Body>{children}</Body>
    </Card>
  );
};
