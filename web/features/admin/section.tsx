import { styled } from "#web/components/theme/styled.tsx";

/** A section of an admin page. */
export const Section = styled("section", { base: { mt: "10", "& > h2": { mb: "4" } } });
