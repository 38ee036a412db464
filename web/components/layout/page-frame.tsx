import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Theme } from "./theme.tsx";
import { column } from "../ui/page-column.tsx";
import { styled } from "../theme/styled.tsx";

const Frame = styled("div", {
  base: { display: "flex", flexDirection: "column", minH: "100dvh" },
});

const Lights = styled("div", {
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

const Remark = styled("p", {
  base: { ...column, mt: "6", fontSize: "14", color: "muted", textWrap: "balance" },
});

export const MAIN = "main";

/** The page layout: skip link, header, main content and footer. */
export const PageFrame = ({ children }: { children: ReactNode }) => (
  <Frame>
    <Lights aria-hidden="true" />
    <SkipLink href={`#${MAIN}`}>Skip to content</SkipLink>
    <Theme>
      <Header />
    </Theme>
    <Main id={MAIN} tabIndex={-1}>
      <noscript>
        <Remark>
          JavaScript is off in this browser. Everything can be read, but signing in, live turns,
          voting and listening need it.
        </Remark>
      </noscript>
      {children}
    </Main>
    <Footer />
  </Frame>
);
