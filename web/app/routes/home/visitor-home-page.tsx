import { VISITOR_MAX_DEBATES } from "#shared/domain/accounts/visitor-limits.ts";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { AllDebatesLink } from "#web/features/debate-list/all-debates-link.tsx";
import { LiveNowSection } from "#web/features/debate-list/live/live-now.tsx";
import { PopularDebates } from "#web/features/debate-list/popular-debates.tsx";
import { Hero } from "#web/app/landing/hero.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { HOME_DESCRIPTION } from "./home-description.ts";

const Popular = styled("section", { base: { display: "grid", gap: "5" } });

const VisitorHomePage = () => (
  <PageColumn>
    <PageHead description={HOME_DESCRIPTION} />
    <Hero />
    <LiveNowSection />
    <Popular aria-labelledby="popular">
      <Row css={{ justifyContent: "space-between" }}>
        <SectionTitle id="popular">Popular AI Debates</SectionTitle>
        <AllDebatesLink />
      </Row>
      <PopularDebates limit={VISITOR_MAX_DEBATES} />
    </Popular>
  </PageColumn>
);

export default VisitorHomePage;
