import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { LongText } from "#web/components/ui/page/long-text.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageIntro, PageTitle, Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import {
  AiLimitsText,
  BestPracticesText,
  GuidelinesText,
  LegalText,
  ResponsibilityText,
} from "#web/features/about/disclaimers.tsx";
import { HowItWorks } from "#web/features/about/how-it-works.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useCompanyInfo } from "#web/lib/config.tsx";

const SECTIONS = [
  { id: "ai-limits", title: "The limits of AI", Body: AiLimitsText },
  { id: "guidelines", title: "Usage guidelines", Body: GuidelinesText },
  { id: "responsibility", title: "Content responsibility", Body: ResponsibilityText },
  { id: "best-practices", title: "Best practices", Body: BestPracticesText },
  { id: "legal", title: "Legal disclaimer", Body: LegalText },
] as const;

const AboutPage = () => {
  const { product } = useCompanyInfo();
  const { user } = useAuth();
  return (
    <PageColumn>
      <PageHead
        title="About"
        description="How two AI chatbots debate a topic while a third one judges, and what to expect."
      />
      <PageTitle>About {product}</PageTitle>
      <PageIntro>
        Two chatbots debate your topic, live. A third one scores every turn. How it works, and how
        much to trust it.
      </PageIntro>
      <SectionTitle css={{ mt: "12" }}>How it works</SectionTitle>
      <HowItWorks />
      <Row css={{ my: "6" }}>
        <ButtonLink to={user ? "/" : "/auth?tab=register"} variant="solid" size="lg">
          {user ? "Start a debate" : "Sign up"}
        </ButtonLink>
        <ButtonLink to="/debates/public" size="lg">
          Watch one
        </ButtonLink>
      </Row>
      <LongText sections={SECTIONS} />
    </PageColumn>
  );
};

export default AboutPage;
