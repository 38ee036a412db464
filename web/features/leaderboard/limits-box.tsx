import { styled } from "#web/components/theme/styled.tsx";
import { Card } from "#web/components/ui/content/card.tsx";
import { SectionTitle } from "#web/components/ui/content/typography.tsx";

const Points = styled("ul", {
  base: {
    display: "grid",
    gap: "2",
    maxW: "42rem",
    mt: "4",
    ps: "5",
    listStyle: "disc",
    "& li::marker": { color: "muted" },
  },
});

/** What the figures of a page do not establish. */
export const LimitsBox = ({ points }: { points: readonly string[] }) => (
  <Card css={{ mt: "10" }} aria-labelledby="limits">
    <SectionTitle id="limits" css={{ fontSize: "20" }}>
      What this does not show
    </SectionTitle>
    <Points>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </Points>
  </Card>
);
