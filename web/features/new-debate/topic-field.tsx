import { type Control, type UseFormReturn, useWatch } from "react-hook-form";
import { TOPIC_MAX } from "#shared/domain/debates/debate.ts";
import { Field } from "#web/components/ui/controls/field.tsx";
import { WideScreenText } from "#web/components/ui/content/typography.tsx";
import { TopicTextArea } from "#web/components/debate/starting/topic-text-area.tsx";
import { returnRefs } from "#web/lib/auth/return-focus.ts";
import type { NewDebateValues } from "./new-debate-values.ts";

const SHOW_COUNT_FROM = 250;

const CharacterCount = ({ control }: { control: Control<NewDebateValues> }) => {
  const count = Array.from(useWatch({ control, name: "topic" }).trim()).length;
  return count >= SHOW_COUNT_FROM && ` ${count} of ${TOPIC_MAX}.`;
};

interface TopicFieldProps {
  form: UseFormReturn<NewDebateValues>;
  /** The topic's language; empty if it is not known. */
  lang: string;
}

export const TopicField = ({ form, lang }: TopicFieldProps) => {
  const { ref, ...input } = form.register("topic");
  const connect = (field: HTMLTextAreaElement | null) => {
    ref(field);
    returnRefs["#topic"](field);
  };
  return (
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
        <TopicTextArea
          {...entry}
          {...input}
          ref={connect}
          lang={lang}
          dir="auto"
          rows={2}
          placeholder="For example: should cities ban private cars?"
        />
      )}
    </Field>
  );
};
