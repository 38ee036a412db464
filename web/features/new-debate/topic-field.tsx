import { type Control, type UseFormReturn, useWatch } from "react-hook-form";
import { TOPIC_MAX } from "#shared/domain/debates/debate.ts";
import { Field, TextArea } from "#web/components/ui/controls/field.tsx";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { NewDebateValues } from "./new-debate-values.ts";

const SHOW_COUNT_FROM = 250;

/** A text field that grows with its text from two to eight lines. */
const GrowingTextArea = styled(TextArea, {
  base: {
    minH: "calc(2lh + 1.125rem)",
    maxH: "calc(8lh + 1.125rem)",
    fieldSizing: "content",
    fontSize: "20",
    fontFamily: "display",
    /* The placeholder's font differs from that of the user's text. */
    _placeholder: { fontFamily: "text", fontSize: "16", fontWeight: 400 },
  },
});

const CharacterCount = ({ control }: { control: Control<NewDebateValues> }) => {
  const count = Array.from(useWatch({ control, name: "topic" }).trim()).length;
  return count >= SHOW_COUNT_FROM && ` ${count} of ${TOPIC_MAX}.`;
};

export const TopicField = ({ form }: { form: UseFormReturn<NewDebateValues> }) => (
  <Field
    label="Topic"
    error={form.formState.errors.topic?.message}
    hint={
      <>
        <WideScreenText>Something people can argue for or against. </WideScreenText>
        {`At most ${TOPIC_MAX} characters.`}
        <CharacterCount control={form.control} />
      </>
    }
  >
    {(entry) => (
      <GrowingTextArea
        {...entry}
        {...form.register("topic")}
        dir="auto"
        rows={2}
        placeholder="For example: should cities ban private cars?"
      />
    )}
  </Field>
);
