import { ButtonLink } from "#web/components/ui/button.tsx";
import { LongText } from "#web/components/ui/long-text.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Intro, PageTitle, Row, SectionTitle } from "#web/components/ui/text.tsx";
import {
  AiLimits,
  BestPractices,
  Guidelines,
  Legal,
  Responsibility,
} from "#web/features/about/disclaimers.tsx";
import { HowItWorks } from "#web/features/about/how-it-works.tsx";
import { useAuth } from "#web/lib/auth/auth.tsx";
import { useCompany } from "#web/lib/use-company.ts";

const SECTIONS = [
  { id: "ai-limits", title: "The limits of AI", Body: AiLimits },
  { id: "guidelines", title: "Usage guidelines", Body: Guidelines },
  { id: "responsibility", title: "Content responsibility", Body: Responsibility },
  { id: "best-practices", title: "Best practices", Body: BestPractices },
  { id: "legal", title: "Legal disclaimer", Body: Legal },
] as const;

const AboutPage = () => {
  const { product } = useCompany();
  const { user } = useAuth();
  return (
    <PageColumn>
      <PageHead
        title="About"
        description="How two AI chatbots debate a topic while a third judges, what to expect of it, and what not."
      />
      <PageTitle>About {product}</PageTitle>
      <Intro>
        Two chatbots argue over a question of yours, live. A third one scores every turn. Here is
        how that works, and how far to trust it.
      </Intro>
      <SectionTitle css={{ mt: "12" }}>How it works</SectionTitle>
      <HowItWorks />
      <Row css={{ my: "6" }}>
        <ButtonLink to={user ? "/" : "/auth?tab=register"} look="solid" size="lg">
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
