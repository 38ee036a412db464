import { styled } from "#web/components/theme/styled.tsx";

const Block = styled("span", {
  base: {
    display: "inline-block",
    w: "0.45em",
    h: "1.05em",
    ms: "0.12em",
    verticalAlign: "-0.18em",
    bg: "ink",
    borderRadius: "mark",
    animation: "caret 1.1s ease-in-out infinite",
  },
});

/** Text cursor at the end of a streaming text. */
export const Caret = ({ hidden = false }: { hidden?: boolean }) => (
  <Block aria-hidden="true" hidden={hidden} />
);
