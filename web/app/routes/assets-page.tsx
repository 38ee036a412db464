import { Clapperboard } from "lucide-react";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { ButtonAnchor } from "#web/components/ui/button.tsx";
import { BackLink } from "#web/components/ui/back-link.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Intro, Muted, PageTitle, SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ColorCard } from "#web/features/brand/color-card.tsx";
import { ResourceCard } from "#web/features/brand/resource-card.tsx";
import { ANIMATED_LOGO, MAIN_LOGO, RESOURCES } from "#web/features/brand/resources.ts";
import { useCompany } from "#web/lib/use-company.ts";

const Grid = styled("div", {
  base: {
    display: "grid",
    gap: "4",
    mt: "5",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      md: "repeat(2, minmax(0, 1fr))",
      xl: "repeat(3, minmax(0, 1fr))",
    },
  },
});

const thisYear = () => new Date().getFullYear();

const Colors = styled("div", {
  base: {
    display: "grid",
    gap: "4",
    mt: "5",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" },
  },
});

const AssetsPage = () => {
  const { company, product } = useCompany();
  return (
    <PageColumn>
      <PageHead
        title="Brand assets"
        description="Logos, pictures and colours for whoever writes about us."
      />
      <BackLink>Back to Debates</BackLink>
      <PageTitle>Brand assets</PageTitle>
      <Intro>
        Writing about {product}? Take these. Please do not redraw the robots: they are touchy about
        it.
      </Intro>
      <SectionTitle css={{ mt: "10" }}>Logos and pictures</SectionTitle>
      <Grid>
        <ResourceCard resource={MAIN_LOGO} />
        <ResourceCard resource={ANIMATED_LOGO}>
          <ButtonAnchor href="/downloadable/mp4-creator.html">
            <Clapperboard size={16} />
            MP4 creator
          </ButtonAnchor>
        </ResourceCard>
        {RESOURCES.map((resource) => (
          <ResourceCard key={resource.file} resource={resource} />
        ))}
      </Grid>
      <SectionTitle css={{ mt: "12" }}>Model colours</SectionTitle>
      <Muted css={{ mt: "2" }}>One for each AI model.</Muted>
      <Colors>
        {PROVIDERS.map((provider) => (
          <ColorCard key={provider} provider={provider} />
        ))}
      </Colors>
      <Muted css={{ mt: "10", fontSize: "14" }}>
        © {thisYear()} {company}. Free to use in reports about {product}.
      </Muted>
    </PageColumn>
  );
};

export default AssetsPage;
