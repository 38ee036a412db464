import { LostSign } from "../lost-sign.tsx";
import { styled } from "../theme/styled.tsx";

/* What sticks is the page's own child: in a box no higher than itself it could not. */
const Place = styled("div", {
  base: {
    position: "sticky",
    top: "4.5rem",
    zIndex: "header",
    display: "grid",
    justifyItems: "center",
    h: 0,
    px: "4",
  },
});

const WORDS = {
  offline: "You are offline. Trying again…",
  down: "The server is out of reach. Trying again…",
};

/** Under the header, for as long as nothing can be fetched. */
export const OutageBanner = ({ outage }: { outage: keyof typeof WORDS | null }) => (
  <Place role="status">{outage !== null && <LostSign when="now">{WORDS[outage]}</LostSign>}</Place>
);
