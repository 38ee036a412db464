import { ArrowLeft } from "lucide-react";
import { Link } from "react-router-dom";
import { styled } from "../theme/styled.tsx";

const Back = styled(Link, {
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

/** Leads home, or to where one comes from, over the title of a page. */
export const BackLink = ({ to = "/", children }: { to?: string; children: string }) => (
  <Back to={to}>
    <ArrowLeft size={16} />
    {children}
  </Back>
);
