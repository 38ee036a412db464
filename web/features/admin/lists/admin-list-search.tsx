import { SearchField } from "#web/components/ui/controls/search-field.tsx";
import type { AdminList } from "./use-admin-list.ts";

interface AdminListSearchProps {
  label: string;
  list: AdminList<unknown>;
  /** URL parameter that holds the search text. */
  name: string;
  /** Id to which a visible label refers. */
  id?: string;
}

export const AdminListSearch = ({ label, list, name, id }: AdminListSearchProps) => (
  <SearchField
    css={{ flex: "1 1 14rem", maxW: { md: "24rem" } }}
    id={id}
    aria-label={label}
    placeholder={id ? "Name" : label}
    value={list.getParameter(name)}
    onSearch={(text) => list.setParameters({ [name]: text })}
  />
);
