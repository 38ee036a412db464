import { Card } from "#web/components/ui/content/card.tsx";
import { SectionTitle } from "#web/components/ui/content/typography.tsx";
import { BulletList } from "./bullet-list.tsx";

/** Lists what the figures of a page do not prove. */
export const LimitsBox = ({ points }: { points: readonly string[] }) => (
  <Card css={{ mt: "10" }} aria-labelledby="limits">
    <SectionTitle id="limits" css={{ fontSize: "20" }}>
      What this does not show
    </SectionTitle>
    <BulletList>
      {points.map((point) => (
        <li key={point}>{point}</li>
      ))}
    </BulletList>
  </Card>
);
