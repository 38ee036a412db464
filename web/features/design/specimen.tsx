import type { ReactNode } from "react";
import { SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Frame = styled("div", {
  base: {
    display: "grid",
    gap: "3",
    py: "5",
    borderBottomWidth: "1px",
    borderColor: "line",
  },
});

const Name = styled("h3", { base: { fontSize: "14", color: "muted", fontFamily: "text" } });

export const Specimen = ({ name, children }: { name: string; children: ReactNode }) => (
  <Frame>
    <Name>{name}</Name>
    {children}
  </Frame>
);

const Group = styled("section", { base: { mt: "10" } });

/** A group of components, each with its name in the code. */
export const Specimens = ({
  title,
  specimens,
}: {
  title: string;
  specimens: Record<string, ReactNode>;
}) => (
  <Group aria-label={title}>
    <SectionTitle>{title}</SectionTitle>
    {Object.entries(specimens).map(([name, specimen]) => (
      <Specimen key={name} name={name}>
        {specimen}
      </Specimen>
    ))}
  </Group>
);
