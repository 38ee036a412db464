import { type UseFormReturn, useWatch } from "react-hook-form";
import { Switch } from "#web/components/ui/switch.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { NewDebate } from "./new-debate.ts";

const Switches = styled("div", {
  base: {
    display: "grid",
    columnGap: "4",
    rowGap: "3",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "1fr 1fr", lg: "1fr 1fr 1fr" },
  },
});

/** Visibility and control of a new debate. A private debate cannot be shared. */
export const Audience = ({ form }: { form: UseFormReturn<NewDebate> }) => {
  const isPublic = useWatch({ control: form.control, name: "isPublic" });
  return (
    <Switches>
      <Switch
        {...form.register("isPublic")}
        defaultChecked
        label="Public"
        detail={
          isPublic
            ? "Anyone can watch, and it may appear in Popular Debates."
            : "Only you can see it."
        }
      />
      {isPublic ? (
        <Switch
          {...form.register("shareEnabled")}
          key="public"
          defaultChecked={form.getValues("shareEnabled")}
          label="Sharing"
          detail="Viewers get a button to share it."
        />
      ) : (
        <Switch
          key="private"
          disabled
          label="Sharing"
          detail="Only a public debate can be shared."
        />
      )}
      {isPublic && (
        <Switch
          {...form.register("onlyOwnerSteps")}
          defaultChecked={form.getValues("onlyOwnerSteps")}
          label="Only I can continue it"
          detail="Otherwise any member can."
        />
      )}
    </Switches>
  );
};
