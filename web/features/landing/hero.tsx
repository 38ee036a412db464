import type { ListedDebate } from "#shared/contract/debates/debate.ts";
import { SignUpLinks } from "#web/components/debate/sign-up-links.tsx";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { Muted, Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { DebatePreview } from "./debate-preview.tsx";

const Columns = styled("div", {
  base: {
    display: "grid",
    alignItems: "center",
    gap: { base: "10", lg: "16" },
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "minmax(0, 1.05fr) minmax(0, 1fr)" },
    pt: { base: "4", lg: "10" },
    pb: { base: "12", lg: "20" },
  },
});

const Headline = styled("h1", {
  base: { fontSize: { base: "44", md: "60" }, lineHeight: 1.04, letterSpacing: "-0.03em" },
});

/** An inline block, so that lines preferably break between sentences. */
const Sentence = styled("span", { base: { display: "inline-block" } });

const HeroText = styled("p", {
  base: {
    mt: "5",
    maxW: "34rem",
    fontSize: "20",
    lineHeight: 1.5,
    color: "muted",
    textWrap: "pretty",
  },
});

const SignUpSection = styled("section", {
  base: { display: "grid", gap: "3", mt: "8", pt: "6", borderTopWidth: "1px", borderColor: "line" },
});

export const Hero = ({ debate }: { debate: ListedDebate | null | undefined }) => (
  <Columns>
    <div>
      <Headline>
        <Sentence>Two AIs argue.</Sentence> <Sentence>A third one judges.</Sentence>
      </Headline>
      <HeroText>
        Pick a topic and two chatbots, and watch them argue word by word. Every turn is scored. Then
        you vote.
      </HeroText>
      <SignUpSection aria-labelledby="join">
        <SectionTitle id="join">Join the Debate Revolution</SectionTitle>
        <Muted>Your first debate is free. Credits never expire.</Muted>
        <Row css={{ mt: "2" }}>
          <SignUpLinks />
          <ButtonLink to="/debates/public" variant="ghost" size="lg">
            Watch one
          </ButtonLink>
        </Row>
      </SignUpSection>
    </div>
    <DebatePreview debate={debate} />
  </Columns>
);
