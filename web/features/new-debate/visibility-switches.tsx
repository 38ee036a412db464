import type { ReactNode } from "react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Switch } from "#web/components/ui/controls/switch.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { NewDebateValues } from "./new-debate-values.ts";

const Switches = styled("div", {
  base: {
    display: "flex",
    flexWrap: "wrap",
    columnGap: "5",
    /* Compact labels, so that the start button is visible without scrolling. */
    "& label": { alignItems: "center", gap: "2" },
  },
});

const PrivateNote = styled("p", {
  base: { alignContent: "center", minH: "touch", fontSize: "14", color: "muted" },
});

/** Switches for who sees and who controls a new debate. Private debates cannot be shared. */
export const VisibilitySwitches = ({
  form,
  children,
}: {
  form: UseFormReturn<NewDebateValues>;
  /** More switches for the same row. */
  children?: ReactNode;
}) => {
  const isPublic = useWatch({ control: form.control, name: "isPublic" });
  return (
    <Switches>
      <Switch {...form.register("isPublic")} defaultChecked label="Public" />
      {isPublic ? (
        <Switch
          {...form.register("shareEnabled")}
          key="public"
          defaultChecked={form.getValues("shareEnabled")}
          label="Sharing"
        />
      ) : (
        <Switch key="private" disabled label="Sharing" />
      )}
      {isPublic ? (
        <Switch
          {...form.register("onlyOwnerSteps")}
          defaultChecked={form.getValues("onlyOwnerSteps")}
          label="Only I may step"
        />
      ) : (
        <PrivateNote>Only you can see it.</PrivateNote>
      )}
      {children}
    </Switches>
  );
};
