import { useConfig } from "#web/lib/config.tsx";
import { styled } from "../theme/styled.tsx";

const Bar = styled("footer", {
  base: {
    px: { base: "4", md: "6" },
    py: "8",
    borderTopWidth: "1px",
    borderColor: "line",
    fontSize: "13",
    color: "muted",
    textAlign: "center",
  },
});

/** What stands under every page. */
export const Footer = () => {
  const company = useConfig()?.companyName;
  return <Bar>© 2025 {company}. All rights reserved.</Bar>;
};
