import { type Control, type UseFormReturn, useWatch } from "react-hook-form";
import { TOPIC_MAX } from "#shared/domain/debate.ts";
import { Field, TextArea } from "#web/components/ui/field.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { NewDebate } from "./new-debate.ts";

/** From here on one wants to know how much room is left. */
const COUNTED_FROM = 250;

/** Grows with what is written: two lines at least, eight at most, and its padding. */
const Entry = styled(TextArea, {
  base: {
    minH: "calc(2lh + 1.125rem)",
    maxH: "calc(8lh + 1.125rem)",
    fieldSizing: "content",
    fontSize: "20",
    fontFamily: "display",
    /* No words of one's own. */
    _placeholder: { fontFamily: "text", fontSize: "16", fontWeight: 400 },
  },
});

const Written = ({ control }: { control: Control<NewDebate> }) => {
  const count = Array.from(useWatch({ control, name: "topic" }).trim()).length;
  return count >= COUNTED_FROM && ` ${count} of ${TOPIC_MAX}.`;
};

/** What is debated. */
export const TopicField = ({ form }: { form: UseFormReturn<NewDebate> }) => (
  <Field
    label="Topic"
    error={form.formState.errors.topic?.message}
    hint={
      <>
        <OnWideScreens>A motion that one can be for or against. </OnWideScreens>
        {`At most ${TOPIC_MAX} characters.`}
        <Written control={form.control} />
      </>
    }
  >
    {(entry) => (
      <Entry
        {...entry}
        {...form.register("topic")}
        dir="auto"
        rows={2}
        placeholder="For example: should cities ban private cars?"
      />
    )}
  </Field>
);
