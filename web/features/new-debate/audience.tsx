import { ChevronDown } from "lucide-react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import { Switch } from "#web/components/ui/switch.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { NewDebate } from "./new-debate.ts";

const Folded = styled("details", {
  base: { "&[open] > summary > svg": { transform: "rotate(180deg)" } },
});
const Summary = styled("summary", {
  base: {
    display: "flex",
    alignItems: "center",
    gap: "2",
    minH: "touch",
    fontSize: "14",
    color: "muted",
    cursor: "pointer",
    listStyle: "none",
    "&::-webkit-details-marker": { display: "none" },
    "& > svg": { flexShrink: 0, transition: "transform 160ms ease-out" },
    _hover: { color: "ink" },
  },
});
const Switches = styled("div", {
  base: {
    display: "grid",
    columnGap: "4",
    rowGap: "3",
    pt: "2",
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "1fr 1fr", lg: "1fr 1fr 1fr" },
  },
});

/** What is chosen, in words: it is read without being unfolded. */
const inWords = (isPublic: boolean, isShared: boolean, onlyOwnerSteps: boolean): string => {
  if (!isPublic) return "Private: only you can see it";
  const sharing = isShared ? "Public, shareable" : "Public";
  return `${sharing}; ${onlyOwnerSteps ? "only you may step" : "anyone may step"}`;
};

/** Who may watch a debate, pass it on and step it: one that only its owner sees cannot be shared. */
export const Audience = ({ form }: { form: UseFormReturn<NewDebate> }) => {
  const [isPublic, isShared, onlyOwnerSteps] = useWatch({
    control: form.control,
    name: ["isPublic", "shareEnabled", "onlyOwnerSteps"],
  });
  return (
    <Folded>
      <Summary>
        {inWords(isPublic, isShared, onlyOwnerSteps)}
        <ChevronDown size={16} />
      </Summary>
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
            label="Only I may step"
            detail="Otherwise anyone signed in can ask for its turns."
          />
        )}
      </Switches>
    </Folded>
  );
};
