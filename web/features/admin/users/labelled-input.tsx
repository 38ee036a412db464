import { styled } from "#web/components/theme/styled.tsx";

export const LabelledInput = styled("label", { base: { display: "grid", gap: "1" } });

/** Hidden on large screens, where the table's column has a heading. */
export const InputCaption = styled("span", {
  base: { fontSize: "13", color: "muted", hideFrom: "lg" },
});
