import type { ReactNode } from "react";
import { Footer } from "./footer.tsx";
import { Header } from "./header.tsx";
import { styled } from "../theme/styled.tsx";

const Frame = styled("div", {
  base: { display: "flex", flexDirection: "column", minH: "100dvh" },
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

const MAIN = "main";

/** Header, page, footer; the first Tab offers to skip the header. */
export const PageFrame = ({ children }: { children: ReactNode }) => (
  <Frame>
    <SkipLink href={`#${MAIN}`}>Skip to content</SkipLink>
    <Header />
    <Main id={MAIN} tabIndex={-1}>
      {children}
    </Main>
    <Footer />
  </Frame>
);
