import type { ComponentProps } from "react";
import { Select } from "#web/components/ui/select.tsx";
import type { List } from "./use-list.ts";

interface ListSelectProps extends Pick<ComponentProps<typeof Select>, "css" | "id"> {
  label: string;
  list: List<unknown>;
  /** Query parameter of the list. */
  name: string;
  options: Record<string, string>;
  /** Value if the parameter is not set. */
  usual?: string;
}

export const ListSelect = (props: ListSelectProps) => {
  const { label, list, name, options, usual = "", ...select } = props;
  return (
    <Select
      {...select}
      aria-label={label}
      value={list.asked(name) || usual}
      onChange={({ currentTarget }) => list.ask({ [name]: currentTarget.value })}
    >
      {Object.entries(options).map(([value, words]) => (
        <option key={value} value={value}>
          {words}
        </option>
      ))}
    </Select>
  );
};
