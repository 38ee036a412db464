import { Lightbulb, Shuffle } from "lucide-react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { Provider } from "#shared/domain/provider.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Row } from "#web/components/ui/content/typography.tsx";
import { getNextTopicIdea, isReplaceableTopic } from "./topic-ideas.ts";
import type { NewDebateValues } from "./new-debate-values.ts";

interface SuggestionButtonsProps {
  form: UseFormReturn<NewDebateValues>;
  available: readonly Provider[];
}

/** Buttons that suggest a topic and another opponent. */
export const SuggestionButtons = ({ form, available }: SuggestionButtonsProps) => {
  const { control, setValue } = form;
  const [topic, speaker, opponent] = useWatch({
    control,
    name: ["topic", "botAProvider", "botBProvider"],
  });
  const otherProviders = available.filter((id) => id !== speaker);
  const next = otherProviders[(otherProviders.indexOf(opponent) + 1) % otherProviders.length];
  const suggest = () =>
    setValue("topic", getNextTopicIdea(topic), { shouldValidate: form.formState.isSubmitted });
  return (
    <Row css={{ gap: "2", "& > button": { px: { base: "3", md: "4" } } }}>
      <Button isOff={!isReplaceableTopic(topic)} onClick={suggest}>
        <Lightbulb size={16} />
        Topic idea
      </Button>
      {next !== undefined && (
        <Button isOff={next === opponent} onClick={() => setValue("botBProvider", next)}>
          <Shuffle size={16} />
          Different opponent
        </Button>
      )}
    </Row>
  );
};
