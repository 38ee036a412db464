import { Lightbulb, Shuffle } from "lucide-react";
import { type UseFormReturn, useWatch } from "react-hook-form";
import type { Provider } from "#shared/domain/provider.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Row } from "#web/components/ui/text.tsx";
import { ideaOtherThan, mayBeReplaced } from "./topic-ideas.ts";
import type { NewDebate } from "./new-debate.ts";

interface SuggestionsProps {
  form: UseFormReturn<NewDebate>;
  available: readonly Provider[];
}

/** Buttons that suggest a topic and another opponent. */
export const Suggestions = ({ form, available }: SuggestionsProps) => {
  const { control, setValue } = form;
  const [topic, speaker, opponent] = useWatch({
    control,
    name: ["topic", "botAProvider", "botBProvider"],
  });
  const others = available.filter((id) => id !== speaker);
  const next = others[(others.indexOf(opponent) + 1) % others.length];
  const suggest = () =>
    setValue("topic", ideaOtherThan(topic), { shouldValidate: form.formState.isSubmitted });
  return (
    <Row css={{ gap: "2", "& > button": { px: { base: "3", md: "4" } } }}>
      <Button isOff={!mayBeReplaced(topic)} onClick={suggest}>
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
