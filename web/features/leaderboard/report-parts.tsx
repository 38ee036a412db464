import { styled } from "#web/components/theme/styled.tsx";

export const PartTitle = styled("h3", { base: { mt: "8", mb: "3", fontSize: "20" } });

export const PartText = styled("p", { base: { mt: "3", maxW: "42rem" } });

/** Keeps a date in the line of its sentence. */
export const InlineDate = styled("span", { base: { "& time": { display: "inline" } } });

export const Hash = styled("code", {
  base: { fontFamily: "code", fontSize: "14", overflowWrap: "anywhere" },
});

export const Details = styled("details", {
  base: { mt: "3", "& summary": { minH: "touch", py: "2.5", cursor: "pointer" } },
});

export const TextLink = styled("a", {
  base: { textDecoration: "underline", _hover: { color: "ink" } },
});
