import { type UseFormReturn, useWatch } from "react-hook-form";
import { Switch } from "#web/components/ui/switch.tsx";
import type { NewDebate } from "./use-create-debate.ts";

/** Who may watch a debate, and pass it on: one that only its owner sees cannot be shared. */
export const Audience = ({ form }: { form: UseFormReturn<NewDebate> }) => {
  const isPublic = useWatch({ control: form.control, name: "isPublic" });
  return (
    <>
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
          label="Only I may step"
          detail="Otherwise anyone signed in asks for its turns."
        />
      )}
    </>
  );
};
