import { Search, X } from "lucide-react";
import { type ComponentProps, useEffect, useRef, useState } from "react";
import { SEARCH_MAX_CHARACTERS } from "#shared/domain/search.ts";
import { useIsHydrated } from "#web/lib/browser/hydration.ts";
import { Button } from "./button.tsx";
import { Input } from "./field.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const DEBOUNCE_MS = 300;

const Frame = styled("div", {
  base: {
    position: "relative",
    "& > svg": {
      position: "absolute",
      insetInlineStart: "0.875rem",
      top: "0.875rem",
      color: "muted",
      pointerEvents: "none",
    },
    "& > button": { position: "absolute", insetInlineEnd: 0, top: 0 },
    "& > input": { ps: "10", pe: "12" },
  },
});

interface SearchFieldProps extends Omit<ComponentProps<typeof Input>, "ref" | "type" | "onChange"> {
  value: string;
  onSearch: (text: string) => void;
}

/**
 * A search input with debounce. It has its own clear button, because the CSS reset removes the
 * browser's, and Firefox has none.
 */
export const SearchField = ({ value, onSearch, css, ...input }: SearchFieldProps) => {
  const inputRef = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(value);
  const lastSearch = useRef(value);

  // Takes over text that the user entered before hydration.
  useEffect(() => {
    if (inputRef.current) setText(inputRef.current.value);
  }, []);

  // Shows the new search text if a navigation has changed it.
  useEffect(() => {
    if (value !== lastSearch.current) setText(value);
    lastSearch.current = value;
  }, [value]);

  useEffect(() => {
    const query = text.trim();
    if (query === lastSearch.current) return undefined;
    const search = () => {
      lastSearch.current = query;
      onSearch(query);
    };
    const timer = setTimeout(search, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [text, onSearch]);

  const isHydrated = useIsHydrated();
  const clear = () => {
    setText("");
    inputRef.current?.focus();
  };

  return (
    <Frame {...(css && { css })}>
      <Search size={16} aria-hidden="true" />
      <Input
        {...input}
        ref={inputRef}
        type="search"
        dir="auto"
        maxLength={SEARCH_MAX_CHARACTERS}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
      />
      {text !== "" && isHydrated && (
        <Button variant="ghost" size="icon" aria-label="Clear search" onClick={clear}>
          <X size={16} />
        </Button>
      )}
    </Frame>
  );
};
