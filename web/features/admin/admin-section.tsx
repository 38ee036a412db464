import { styled } from "#web/components/theme/styled.tsx";

export const AdminSection = styled("section", { base: { mt: "10", "& > h2": { mb: "4" } } });
