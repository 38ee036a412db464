import { styled } from "#web/components/theme/styled.tsx";
import { panelSurface } from "#web/components/theme/surfaces.ts";

const Steps = styled("ol", {
  base: {
    display: "grid",
    gap: "4",
    mt: "6",
    gridTemplateColumns: {
      base: "minmax(0, 1fr)",
      sm: "repeat(2, minmax(0, 1fr))",
      lg: "repeat(4, minmax(0, 1fr))",
    },
  },
});

const Step = styled("li", {
  base: {
    ...panelSurface,
    display: "grid",
    alignContent: "start",
    gap: "2",
    p: "5",
  },
});

const Number = styled("span", {
  base: {
    fontFamily: "display",
    fontSize: "34",
    fontWeight: 700,
    lineHeight: 1,
    color: "muted",
  },
});

const Title = styled("h3", { base: { fontSize: "20" } });
const Text = styled("p", { base: { color: "muted" } });

const STEPS = [
  {
    title: "You choose the topic",
    text: "One topic, two chatbots, one format. Starting a debate costs one credit. Your first credit is free.",
  },
  {
    title: "They argue",
    text: "The first bot argues For, the second Against, turn by turn. You read along as they write, or listen.",
  },
  {
    title: "A third one judges",
    text: "The judge is a chatbot that speaks for neither side, if one is available. It scores every turn from 1 to 10 and quotes what it judged.",
  },
  {
    title: "Then you vote",
    text: "Who won? Any member can vote. Share the link and download the transcript.",
  },
];

export const HowItWorks = () => (
  <Steps>
    {STEPS.map(({ title, text }, index) => (
      <Step key={title}>
        <Number aria-hidden="true">{index + 1}</Number>
        <Title>{title}</Title>
        <Text>{text}</Text>
      </Step>
    ))}
  </Steps>
);
