import { type ReactNode, useId } from "react";
import { styled } from "#web/components/theme/styled.tsx";

const Frame = styled("div", { base: { display: "grid", gap: "1.5" } });
const Label = styled("label", { base: { fontSize: "14", fontWeight: 600 } });

interface FilterProps {
  label: string;
  /** The entry, which takes this id. */
  children: (id: string) => ReactNode;
}

/** One of a list's filters under its label. */
export const Filter = ({ label, children }: FilterProps) => {
  const id = useId();
  return (
    <Frame>
      <Label htmlFor={id}>{label}</Label>
      {children(id)}
    </Frame>
  );
};
