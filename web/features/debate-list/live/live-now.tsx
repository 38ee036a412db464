import { styled } from "#web/components/theme/styled.tsx";
import { SectionTitle } from "#web/components/ui/content/typography.tsx";
import { CardGrid } from "../card-grid.tsx";
import { LiveDebateCard } from "./live-debate-card.tsx";
import { useLiveDebates } from "./use-live-debates.ts";

const Section = styled("section", { base: { display: "grid", gap: "5", mb: "10" } });

/** The section of running debates. Renders nothing if there are none. */
export const LiveNowSection = () => {
  const debates = useLiveDebates();
  if (debates.length === 0) return null;
  return (
    <Section aria-labelledby="live-now">
      <SectionTitle id="live-now">Live now</SectionTitle>
      <CardGrid>
        {debates.map((debate) => (
          <li key={debate.id}>
            <LiveDebateCard debate={debate} />
          </li>
        ))}
      </CardGrid>
    </Section>
  );
};
