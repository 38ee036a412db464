import { type Control, type UseFormReturn, useWatch } from "react-hook-form";
import { TOPIC_MAX } from "#shared/domain/debate.ts";
import { Field, TextArea } from "#web/components/ui/field.tsx";
import { OnWideScreens } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { NewDebate } from "./new-debate.ts";

const COUNTED_FROM = 250;

/** Grows with its text from two to eight lines. */
const Entry = styled(TextArea, {
  base: {
    minH: "calc(2lh + 1.125rem)",
    maxH: "calc(8lh + 1.125rem)",
    fieldSizing: "content",
    fontSize: "20",
    fontFamily: "display",
    /* The placeholder has another font than the user's text. */
    _placeholder: { fontFamily: "text", fontSize: "16", fontWeight: 400 },
  },
});

const Written = ({ control }: { control: Control<NewDebate> }) => {
  const count = Array.from(useWatch({ control, name: "topic" }).trim()).length;
  return count >= COUNTED_FROM && ` ${count} of ${TOPIC_MAX}.`;
};

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
