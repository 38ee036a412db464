import { ButtonLink } from "../../ui/controls/button.tsx";

/** Link to the topic field of the home page, which has this field also for visitors. */
export const StartDebateLink = () => (
  <ButtonLink to="/#topic" variant="solid" css={{ mt: "2" }}>
    Start a debate
  </ButtonLink>
);
