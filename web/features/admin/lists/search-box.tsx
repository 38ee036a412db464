import { SearchEntry } from "#web/components/ui/search-entry.tsx";
import type { List } from "./use-list.ts";

interface SearchBoxProps {
  label: string;
  list: List<unknown>;
  /** Query parameter of the list. */
  name: string;
  /** Id for a visible label. */
  id?: string;
}

export const SearchBox = ({ label, list, name, id }: SearchBoxProps) => (
  <SearchEntry
    css={{ flex: "1 1 14rem", maxW: { md: "24rem" } }}
    id={id}
    aria-label={label}
    placeholder={id ? "Part of a name" : label}
    value={list.asked(name)}
    onSearch={(text) => list.ask({ [name]: text })}
  />
);
