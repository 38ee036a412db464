import { styled } from "#web/components/theme/styled.tsx";

/** The main heading. A page has exactly one. */
export const PageTitle = styled("h1", {
  base: { fontSize: { base: "34", md: "44" }, letterSpacing: "-0.02em" },
});

export const SectionTitle = styled("h2", { base: { fontSize: "26" } });

export const Muted = styled("p", { base: { color: "muted" } });

export const PageIntro = styled(Muted, { base: { mt: "2", maxW: "42rem", fontSize: "17" } });

export const ScreenReaderText = styled("span", { base: { srOnly: true } });

/** Text beside an icon. Phones show only the icon, but screen readers read the text. */
export const WideScreenText = styled("span", { base: { srOnly: { base: true, md: false } } });

export const Row = styled("div", {
  base: { display: "flex", flexWrap: "wrap", alignItems: "center", gap: "3" },
});

export const ScreenReaderTitle = styled("h1", { base: { srOnly: true } });

export const ScreenReaderSectionTitle = styled("h2", { base: { srOnly: true } });
