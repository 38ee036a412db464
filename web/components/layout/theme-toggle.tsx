import { Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { Button } from "../ui/button.tsx";
import { styled } from "../theme/styled.tsx";

/** The server does not know the color mode, so both icons are rendered and CSS shows one. */
const OnDark = styled("span", { base: { display: "none", _dark: { display: "block" } } });
const OnLight = styled("span", { base: { display: "block", _dark: { display: "none" } } });

/** Switches between light and dark. Saved in the browser's storage as `theme`. */
export const ThemeToggle = () => {
  const { resolvedTheme, setTheme } = useTheme();
  return (
    <Button
      look="ghost"
      size="icon"
      aria-label="Switch between light and dark"
      onClick={() => setTheme(resolvedTheme === "light" ? "dark" : "light")}
    >
      <OnDark>
        <Sun size={18} />
      </OnDark>
      <OnLight>
        <Moon size={18} />
      </OnLight>
    </Button>
  );
};
