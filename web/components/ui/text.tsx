import { styled } from "../theme/styled.tsx";

/** A page's only h1. */
export const PageTitle = styled("h1", {
  base: { fontSize: { base: "34", md: "44" }, letterSpacing: "-0.02em" },
});

/** Heading of a section. */
export const SectionTitle = styled("h2", { base: { fontSize: "26" } });

/** Secondary text. */
export const Muted = styled("p", { base: { color: "muted" } });

/** Introduction below a page's title. */
export const Intro = styled(Muted, { base: { mt: "2", maxW: "42rem", fontSize: "17" } });

/** For screen readers only. */
export const Hidden = styled("span", { base: { srOnly: true } });

/** On phones only for screen readers, beside an icon. */
export const OnWideScreens = styled("span", { base: { srOnly: { base: true, md: false } } });

/** Items side by side that wrap. */
export const Row = styled("div", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3" },
});

/** h1 of a page without a visible title. */
export const HiddenTitle = styled("h1", { base: { srOnly: true } });

/** h2 of a section without a visible title. */
export const HiddenSectionTitle = styled("h2", { base: { srOnly: true } });
