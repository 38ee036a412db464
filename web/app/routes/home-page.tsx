import { useQuery } from "@tanstack/react-query";
import { stagedDebate } from "#shared/domain/staged-debate.ts";
import { VISITOR_LIST } from "#shared/domain/visitor.ts";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { AllDebatesLink } from "#web/features/debate-list/all-debates-link.tsx";
import { LiveNow } from "#web/features/debate-list/live/live-now.tsx";
import { PopularDebates } from "#web/features/debate-list/popular-list.tsx";
import { popularDebatesQuery } from "#web/features/debate-list/queries.ts";
import { Hero } from "#web/features/landing/hero.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Row, SectionTitle } from "#web/components/ui/text.tsx";
import { HOME_DESCRIPTION } from "./home-description.ts";

const Popular = styled("section", { base: { display: "grid", gap: "5" } });

const HomePage = () => {
  const { data: popular, isError } = useQuery(popularDebatesQuery);
  const staged = popular ? (stagedDebate(popular) ?? null) : isError ? null : undefined;
  return (
    <PageColumn>
      <PageHead description={HOME_DESCRIPTION} />
      <Hero staged={staged} />
      <LiveNow />
      <Popular aria-labelledby="popular">
        <Row css={{ justifyContent: "space-between" }}>
          <SectionTitle id="popular">Popular AI Debates</SectionTitle>
          <AllDebatesLink />
        </Row>
        <PopularDebates limit={VISITOR_LIST} />
      </Popular>
    </PageColumn>
  );
};

export default HomePage;
