import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { ColorModeProvider } from "./color-mode-provider.tsx";
import { pageColumnStyle } from "../ui/page/page-column.tsx";
import { styled } from "../theme/styled.tsx";

const Frame = styled("div", {
  base: { display: "flex", flexDirection: "column", minH: "100dvh" },
});

const BackgroundGlow = styled("div", {
  base: {
    position: "absolute",
    zIndex: -1,
    insetX: 0,
    top: 0,
    h: "34rem",
    opacity: 0.65,
    pointerEvents: "none",
    bgImage:
      "radial-gradient(55% 100% at 0% 0%, {colors.forTint}, transparent), radial-gradient(55% 100% at 100% 0%, {colors.againstTint}, transparent)",
  },
});

const SkipLink = styled("a", {
  base: {
    position: "fixed",
    zIndex: "skip",
    top: "2",
    left: "2",
    px: "4",
    py: "3",
    bg: "ink",
    color: "canvas",
    borderRadius: "control",
    fontWeight: 600,
    transform: "translateY(-200%)",
    _focus: { transform: "none" },
  },
});

const Main = styled("main", { base: { flex: "1", w: "100%" } });

const NoScriptNote = styled("p", {
  base: { ...pageColumnStyle, mt: "6", fontSize: "14", color: "muted", textWrap: "balance" },
});

export const MAIN_ID = "main";

export const PageLayout = ({ children }: { children: ReactNode }) => (
  <Frame>
    <BackgroundGlow aria-hidden="true" />
    <SkipLink href={`#${MAIN_ID}`}>Skip to content</SkipLink>
    <ColorModeProvider>
      <Header />
    </ColorModeProvider>
    <Main id={MAIN_ID} tabIndex={-1}>
      <noscript>
        <NoScriptNote>
          JavaScript is off. You can read everything, but signing in, live turns, voting and
          listening need it.
        </NoScriptNote>
      </noscript>
      {children}
    </Main>
    <Footer />
  </Frame>
);
