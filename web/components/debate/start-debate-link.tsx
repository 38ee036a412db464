import { ButtonLink } from "../ui/controls/button.tsx";

/** Link to the field for the topic, which visitors have, too. */
export const StartDebateLink = () => (
  <ButtonLink to="/#topic" variant="solid" css={{ mt: "2" }}>
    Start a debate
  </ButtonLink>
);
