import { styled } from "#web/components/theme/styled.tsx";

/** An entry in a row of the users. */
export const Labelled = styled("label", { base: { display: "grid", gap: "1" } });

/** What it is for; in the table the column says it. */
export const Caption = styled("span", { base: { fontSize: "13", color: "muted", hideFrom: "lg" } });
