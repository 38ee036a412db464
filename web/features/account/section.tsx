import { type ReactNode, useId } from "react";
import { Card } from "#web/components/ui/card.tsx";
import { SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { keepFocus } from "#web/lib/keep-focus.ts";

const Body = styled("div", { base: { display: "grid", gap: "5", mt: "4" } });

export const Section = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId();
  return (
    <Card ref={keepFocus} tabIndex={-1} aria-labelledby={id}>
      <SectionTitle id={id} css={{ fontSize: "20" }}>
        {title}
      </SectionTitle>
      <Body>{children}</Body>
    </Card>
  );
};
