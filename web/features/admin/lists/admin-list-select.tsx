import type { ComponentProps } from "react";
import { Select } from "#web/components/ui/controls/select.tsx";
import type { AdminList } from "./use-admin-list.ts";

interface AdminListSelectProps extends Pick<ComponentProps<typeof Select>, "css" | "id"> {
  label: string;
  list: AdminList<unknown>;
  /** URL parameter that holds the choice. */
  name: string;
  options: Record<string, string>;
  /** Choice that is shown if the parameter is not set. */
  defaultOption?: string;
}

export const AdminListSelect = (props: AdminListSelectProps) => {
  const { label, list, name, options, defaultOption = "", ...select } = props;
  return (
    <Select
      {...select}
      aria-label={label}
      value={list.getParameter(name) || defaultOption}
      onChange={({ currentTarget }) => list.setParameters({ [name]: currentTarget.value })}
    >
      {Object.entries(options).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  );
};
