import { ArrowLeft } from "lucide-react";
import type { ComponentProps } from "react";
import { Link } from "react-router-dom";
import { styled } from "#web/components/theme/styled.tsx";
import { useBackToListLink } from "#web/lib/browser/previous-debate-list.ts";

const StyledLink = styled(Link, {
  base: {
    display: "inline-flex",
    alignItems: "center",
    gap: "2",
    minH: "touch",
    mb: "3",
    fontSize: "14",
    color: "muted",
    _hover: { color: "ink" },
  },
});

interface BackLinkProps extends Pick<ComponentProps<typeof StyledLink>, "onClick"> {
  to?: string;
  children: string;
}

/** Link above a page's title, by default to the home page. */
export const BackLink = ({ to = "/", children, onClick }: BackLinkProps) => (
  <StyledLink to={to} onClick={onClick}>
    <ArrowLeft size={16} />
    {children}
  </StyledLink>
);

/** Link back to the list that led to the debate, with the list's search and scroll position. */
export const BackToDebatesLink = () => (
  <BackLink {...useBackToListLink()}>Back to Debates</BackLink>
);
