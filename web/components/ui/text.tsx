import { styled } from "../theme/styled.tsx";

/** The one heading of a page. */
export const PageTitle = styled("h1", {
  base: { fontSize: { base: "34", md: "44" }, letterSpacing: "-0.02em" },
});

/** The heading of a part of a page. */
export const SectionTitle = styled("h2", { base: { fontSize: "26" } });

/** A line that says less than what it stands by. */
export const Muted = styled("p", { base: { color: "muted" } });

/** What a page is about, under its heading. */
export const Intro = styled(Muted, { base: { mt: "2", maxW: "42rem", fontSize: "17" } });

/** For those who listen to the page. */
export const Hidden = styled("span", { base: { srOnly: true } });

/** Left to the icon beside it on a phone. */
export const OnWideScreens = styled("span", { base: { srOnly: { base: true, md: false } } });

/** Things side by side, wrapping where there is no room. */
export const Row = styled("div", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3" },
});

/** The heading of a page that shows what it is without one. */
export const HiddenTitle = styled("h1", { base: { srOnly: true } });

/** The same for a part of one. */
export const HiddenSectionTitle = styled("h2", { base: { srOnly: true } });
