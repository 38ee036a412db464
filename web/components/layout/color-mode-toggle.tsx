import { Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { Button } from "../ui/controls/button.tsx";
import { styled } from "../theme/styled.tsx";

/** The server does not know the color mode, so it renders both icons and CSS shows one. */
const DarkModeIcon = styled("span", { base: { display: "none", _dark: { display: "block" } } });
const LightModeIcon = styled("span", { base: { display: "block", _dark: { display: "none" } } });

/** Switches between light and dark. The browser's storage keeps the choice as `theme`. */
export const ColorModeToggle = () => {
  const { resolvedTheme, setTheme } = useTheme();
  return (
    <Button
      variant="ghost"
      size="icon"
      aria-label="Switch between light and dark"
      onClick={() => setTheme(resolvedTheme === "light" ? "dark" : "light")}
    >
      <DarkModeIcon>
        <Sun size={18} />
      </DarkModeIcon>
      <LightModeIcon>
        <Moon size={18} />
      </LightModeIcon>
    </Button>
  );
};
