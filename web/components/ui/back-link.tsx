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

/** Leads home, over the title of a page. */
export const BackLink = ({ children }: { children: string }) => (
  <Back to="/">
    <ArrowLeft size={16} />
    {children}
  </Back>
);
