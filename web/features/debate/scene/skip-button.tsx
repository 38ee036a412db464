import { Button } from "#web/components/ui/controls/button.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { useFocusFallback } from "#web/lib/browser/use-focus-fallback.ts";

const Corner = styled("div", {
  base: {
    position: "absolute",
    insetInlineEnd: "4",
    bottom: "3",
    /* At the bottom of a narrow or low scene, it would cover words. */
    "@container scene ((max-width: 40rem) or (max-height: 32rem)) and (min-height: 16rem)": {
      top: "2",
      bottom: "auto",
    },
    "@container scene (min-width: 40rem) and (max-height: 16rem)": { top: "2", bottom: "auto" },
  },
});

export interface SkipButtonProps {
  onPress: () => void;
}

/** Skips the judge's quote and ruling. When it disappears, the scene takes over its focus. */
const SkipButton = ({ onPress }: SkipButtonProps) => (
  <Corner ref={useFocusFallback<HTMLDivElement>("scene")}>
    <Button onClick={onPress}>Skip</Button>
  </Corner>
);

export default SkipButton;
