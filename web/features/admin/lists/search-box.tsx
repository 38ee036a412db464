import { Search } from "lucide-react";
import { useEffect, useState } from "react";
import { Input } from "#web/components/field.tsx";
import { styled } from "#web/components/theme/styled.tsx";

/** How long somebody has stopped typing before they mean it. */
const PAUSE_MS = 300;

const Frame = styled("label", {
  base: {
    position: "relative",
    flex: "1 1 14rem",
    maxW: { md: "24rem" },
    "& svg": { position: "absolute", left: "0.9rem", top: "0.9rem", color: "muted" },
    "& input": { ps: "2.5rem" },
  },
});

interface SearchBoxProps {
  label: string;
  value: string;
  onSearch: (text: string) => void;
}

/** Looks for what is typed, once the typing pauses. */
export const SearchBox = ({ label, value, onSearch }: SearchBoxProps) => {
  const [text, setText] = useState(value);
  useEffect(() => {
    if (text.trim() === value) return undefined;
    const timer = setTimeout(() => onSearch(text.trim()), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, value, onSearch]);
  return (
    <Frame>
      <Search size={16} aria-hidden="true" />
      <Input
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
    </Frame>
  );
};
