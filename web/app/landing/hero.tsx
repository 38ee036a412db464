import { SignUpLinks } from "#web/components/debate/starting/sign-up-links.tsx";
import { ButtonLink } from "#web/components/ui/controls/button.tsx";
import { Muted, Row, SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { HeroScene } from "./hero-scene.tsx";
import { TopicStart } from "./topic-start.tsx";
import { useLandingDebate } from "./use-landing-debate.ts";

/** On narrow screens the scene follows the headline, so that it is seen without scrolling. */
const Columns = styled("div", {
  base: {
    display: "grid",
    columnGap: "10",
    rowGap: { base: "5", lg: "0" },
    gridTemplateColumns: { base: "minmax(0, 1fr)", lg: "repeat(2, minmax(0, 1fr))" },
    gridTemplateAreas: {
      base: "'headline' 'scene' 'text'",
      lg: "'headline scene' 'text scene'",
    },
    gridTemplateRows: { lg: "auto 1fr" },
    pb: { base: "12", lg: "16" },
  },
});

const Headline = styled("h1", {
  base: {
    gridArea: "headline",
    fontSize: { base: "34", md: "44", lg: "3.25rem" },
    "@media (max-height: 30rem)": { fontSize: "26" },
    lineHeight: 1.04,
    letterSpacing: "-0.03em",
  },
});

/** An inline block, so that lines preferably break between sentences. */
const Sentence = styled("span", { base: { display: "inline-block" } });

const SceneArea = styled("div", { base: { gridArea: "scene", minW: 0 } });
const TextArea = styled("div", { base: { gridArea: "text" } });

const HeroText = styled("p", {
  base: {
    mt: { lg: "5" },
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

export const Hero = () => (
  <Columns>
    <Headline>
      <Sentence>Two AIs argue.</Sentence> <Sentence>A third one judges.</Sentence>
    </Headline>
    <SceneArea>
      <HeroScene shown={useLandingDebate()} />
    </SceneArea>
    <TextArea>
      <HeroText>
        Pick a topic and two chatbots, and watch them argue word by word. Every turn is scored. Then
        you vote.
      </HeroText>
      <TopicStart />
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
    </TextArea>
  </Columns>
);
