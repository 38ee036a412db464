import { ArrowRight } from "lucide-react";
import { Link } from "react-router-dom";
import { styled } from "#web/components/theme/styled.tsx";

const StyledLink = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minH: "touch",
    fontSize: "14",
    fontWeight: 600,
    color: "muted",
    _hover: { color: "ink" },
  },
});

export const AllDebatesLink = () => (
  <StyledLink to="/debates/public">
    All public debates
    <ArrowRight size={16} />
  </StyledLink>
);
