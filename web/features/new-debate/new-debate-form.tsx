import { useForm, useWatch } from "react-hook-form";
import { judgeFor, PROVIDERS } from "#shared/domain/provider.ts";
import { Card } from "#web/components/ui/card.tsx";
import { JudgeLine } from "#web/components/debate/judge-line.tsx";
import { StandInNotice } from "#web/components/debate/stand-in-notice.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { lazyRules } from "#web/lib/forms/lazy-rules.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { Audience } from "./audience.tsx";
import { FormatChoice } from "./format-choice.tsx";
import { SpeakerChoice } from "./speaker-choice.tsx";
import { Start } from "./start.tsx";
import { StartNotice } from "./start-notice.tsx";
import { Suggestions } from "./suggestions.tsx";
import { useTopicDraft } from "./topic-draft.ts";
import { TopicField } from "./topic-field.tsx";
import type { NewDebate } from "./new-debate.ts";
import { useCreateDebate } from "./use-create-debate.ts";
import { SectionTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";

/** On phones the start button comes before the notice. */
const areas = {
  display: "grid",
  alignItems: "center",
  columnGap: "4",
  gridTemplateColumns: { base: "minmax(0, 1fr)", md: "auto minmax(0, 1fr)" },
  gridTemplateAreas: {
    base: '"title" "form" "notice"',
    md: '"title notice" "form form"',
  },
} as const;
const Form = styled("form", {
  base: {
    gridArea: "form",
    display: "grid",
    gap: { base: "2", md: "4" },
    mt: { base: "0", md: "4" },
  },
});
const Pair = styled("div", {
  base: {
    display: "grid",
    gap: { base: "2", md: "4" },
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "1fr 1fr" },
  },
});
const Finish = styled("div", {
  base: {
    display: { base: "grid", md: "flex" },
    alignItems: "center",
    justifyContent: { md: "space-between" },
    gap: "3",
    /* On phones the start button comes first, so that it is visible without scrolling. */
    "& > :last-child": { order: { base: -1, md: 0 } },
  },
});

/** The contract's rules, with every field required. */
const { resolver, fetchRules } = lazyRules<NewDebate>(async () => {
  const { CreateDebate } = await import("#shared/contract/debate.ts");
  const chosen = {
    topic: true,
    botAProvider: true,
    botBProvider: true,
    format: true,
    shareEnabled: true,
    isPublic: true,
    onlyOwnerSteps: true,
  } as const;
  return CreateDebate.pick(chosen).required();
});

/** The available providers; all of them until known. */
const useAvailable = () =>
  useConfig()?.providers.flatMap(({ id, available }) => (available ? [id] : [])) ?? PROVIDERS;

const FIRST_FORMAT = "standard";

/** The form that starts a debate: topic, speakers, format and visibility. */
export const NewDebateForm = () => {
  const available = useAvailable();
  const speaker = available[0] ?? "openai";
  const form = useForm<NewDebate>({
    resolver,
    defaultValues: {
      topic: "",
      botAProvider: speaker,
      botBProvider: speaker,
      format: FIRST_FORMAT,
      shareEnabled: true,
      isPublic: true,
      onlyOwnerSteps: false,
    },
  });
  useTopicDraft(form);
  const create = useCreateDebate();
  const speakers = useWatch({ control: form.control, name: ["botAProvider", "botBProvider"] });
  const format = useWatch({ control: form.control, name: "format" });

  const submit = form.handleSubmit((debate) =>
    create.mutate(debate, { onError: (err) => showServerErrors(form, ["topic", "format"], err) }),
  );

  return (
    <Card aria-labelledby="new-debate" css={areas}>
      <SectionTitle id="new-debate" css={{ gridArea: "title", fontSize: { base: "17", md: "26" } }}>
        Start a New Debate
      </SectionTitle>
      <StartNotice speakers={speakers} />
      <Form noValidate method="post" onFocus={fetchRules} onSubmit={submit}>
        <TopicField form={form} />
        <Suggestions form={form} available={available} />
        <Pair>
          <SpeakerChoice role="bot_a" first={speaker} field={form.register("botAProvider")} />
          <SpeakerChoice role="bot_b" first={speaker} field={form.register("botBProvider")} />
        </Pair>
        <FormatChoice chosen={format} first={FIRST_FORMAT} field={form.register("format")} />
        <Audience form={form} />
        <Finish>
          <JudgeLine judge={judgeFor(...speakers, available)} speakers={speakers} />
          <Start isPending={create.isPending} />
        </Finish>
        <StandInNotice speakers={speakers} />
      </Form>
    </Card>
  );
};
