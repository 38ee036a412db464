import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageIntro, PageTitle } from "#web/components/ui/content/typography.tsx";
import { JudgeReport } from "#web/features/leaderboard/judge-report.tsx";
import { JUDGE_TEXTS } from "#web/features/leaderboard/page-texts.ts";
import { Method } from "#web/features/leaderboard/method.tsx";

const JudgePage = () => (
  <PageColumn>
    <PageHead {...JUDGE_TEXTS} />
    <PageTitle>{JUDGE_TEXTS.title}</PageTitle>
    <PageIntro>
      How the judge decides, how far to trust it, and how the figures of this site are computed.
    </PageIntro>
    <JudgeReport />
    <Method />
  </PageColumn>
);

export default JudgePage;
