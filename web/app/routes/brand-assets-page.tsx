import { Clapperboard } from "lucide-react";
import { PROVIDERS } from "#shared/domain/provider.ts";
import { ButtonAnchor } from "#web/components/ui/controls/button.tsx";
import { BackLink } from "#web/components/ui/page/back-link.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import {
  PageIntro,
  Muted,
  PageTitle,
  SectionTitle,
} from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { ColorCard } from "#web/features/brand/color-card.tsx";
import { BrandResourceCard } from "#web/features/brand/brand-resource-card.tsx";
import { ANIMATED_LOGO, MAIN_LOGO, BRAND_RESOURCES } from "#web/features/brand/brand-resources.ts";
import { useCompanyInfo } from "#web/lib/config.tsx";

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

const getCurrentYear = () => new Date().getFullYear();

const Colors = styled("div", {
  base: {
    display: "grid",
    gap: "4",
    mt: "5",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "repeat(3, minmax(0, 1fr))" },
  },
});

const BrandAssetsPage = () => {
  const { company, product } = useCompanyInfo();
  return (
    <PageColumn>
      <PageHead
        title="Brand assets"
        description="Logos, pictures and colours for articles about us."
      />
      <BackLink>Back to Debates</BackLink>
      <PageTitle>Brand assets</PageTitle>
      <PageIntro>
        Writing about {product}? Use these files. Please don’t alter the robots.
      </PageIntro>
      <SectionTitle css={{ mt: "10" }}>Logos and pictures</SectionTitle>
      <Grid>
        <BrandResourceCard resource={MAIN_LOGO} />
        <BrandResourceCard resource={ANIMATED_LOGO}>
          <ButtonAnchor href="/downloadable/mp4-creator.html">
            <Clapperboard size={16} />
            MP4 creator
          </ButtonAnchor>
        </BrandResourceCard>
        {BRAND_RESOURCES.map((resource) => (
          <BrandResourceCard key={resource.file} resource={resource} />
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
        © {getCurrentYear()} {company}. Free to use in reports about {product}.
      </Muted>
    </PageColumn>
  );
};

export default BrandAssetsPage;
