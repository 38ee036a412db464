import { styled } from "#web/components/theme/styled.tsx";

/** What stands beside a speech, or under it where there is no margin. */
export const MarginNote = styled("div", {
  base: {
    fontSize: "14",
    lineHeight: 1.5,
    color: "muted",
    maxW: "speech",
    /* In line with the speech, which has a rule beside it. */
    ps: { base: "calc(1rem + 2px)", md: "calc(1.25rem + 2px)", lg: "0" },
    _focusVisible: { borderRadius: "control" },
  },
});
