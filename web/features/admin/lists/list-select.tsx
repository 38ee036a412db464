import type { ComponentProps } from "react";
import { Select } from "#web/components/ui/select.tsx";
import type { List } from "./use-list.ts";

interface ListSelectProps extends Pick<ComponentProps<typeof Select>, "css" | "id"> {
  label: string;
  list: List<unknown>;
  /** What the list is asked for by. */
  name: string;
  /** The choices, each in words. */
  options: Record<string, string>;
  /** The choice that is one's own when nothing is asked for. */
  usual?: string;
}

/** Asks a list for one of some choices. */
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
