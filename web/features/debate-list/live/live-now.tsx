import { styled } from "#web/components/theme/styled.tsx";
import { SectionTitle } from "#web/components/ui/text.tsx";
import { Mosaic } from "../mosaic.tsx";
import { LiveCard } from "./live-card.tsx";
import { useLiveDebates } from "./use-live-debates.ts";

const Section = styled("section", { base: { display: "grid", gap: "5", mb: "10" } });

/** The section of running debates; nothing if there are none. */
export const LiveNow = () => {
  const debates = useLiveDebates();
  if (debates.length === 0) return null;
  return (
    <Section aria-labelledby="live-now">
      <SectionTitle id="live-now">Live now</SectionTitle>
      <Mosaic>
        {debates.map((debate) => (
          <li key={debate.id}>
            <LiveCard debate={debate} />
          </li>
        ))}
      </Mosaic>
    </Section>
  );
};
