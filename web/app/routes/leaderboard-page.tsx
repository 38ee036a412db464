import { Link } from "react-router-dom";
import { styled } from "#web/components/theme/styled.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageIntro, PageTitle } from "#web/components/ui/content/typography.tsx";
import { Leaderboard } from "#web/features/leaderboard/leaderboard.tsx";
import { LEADERBOARD_TEXTS } from "#web/features/leaderboard/page-texts.ts";

const MethodLink = styled(Link, { base: { textDecoration: "underline" } });

const LeaderboardPage = () => (
  <PageColumn>
    <PageHead {...LEADERBOARD_TEXTS} />
    <PageTitle>{LEADERBOARD_TEXTS.title}</PageTitle>
    <PageIntro>
      Which model convinces more voters when nobody knows who speaks?{" "}
      <MethodLink to="/judge#ratings">How the ratings are computed</MethodLink>.
    </PageIntro>
    <Leaderboard />
  </PageColumn>
);

export default LeaderboardPage;
