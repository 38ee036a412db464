import { Suspense, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { selectJudge, PROVIDERS } from "#shared/domain/provider.ts";
import { Card } from "#web/components/ui/content/card.tsx";
import { Switch } from "#web/components/ui/controls/switch.tsx";
import { JudgeInfo } from "#web/components/debate/judge-info.tsx";
import { lazyOptional } from "#web/lib/code-loading/lazy-component.tsx";
import { useConfig } from "#web/lib/config.tsx";
import { createLazyResolver } from "#web/lib/forms/lazy-form-resolver.ts";
import { showServerErrors } from "#web/lib/forms/show-server-errors.ts";
import { VisibilitySwitches } from "./visibility-switches.tsx";
import { FormatPicker } from "./format-picker.tsx";
import { SpeakerPicker } from "./speaker-picker.tsx";
import { StartDebateButton } from "./start-debate-button.tsx";
import { StartBlockedNotice } from "./start-blocked-notice.tsx";
import { SuggestionButtons } from "./suggestion-buttons.tsx";
import { useTopicDraft } from "./use-topic-draft.ts";
import { TopicField } from "./topic-field.tsx";
import type { NewDebateValues } from "./new-debate-values.ts";
import { useCreateDebate } from "./use-create-debate.ts";
import { SectionTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";

/** On phones the notice is below the form, so that it does not push the start button down. */
const formGridStyle = {
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
const SpeakerColumns = styled("div", {
  base: {
    display: "grid",
    gap: { base: "2", md: "4" },
    gridTemplateColumns: { base: "minmax(0, 1fr)", md: "1fr 1fr" },
  },
});
const FormFooter = styled("div", {
  base: {
    display: { base: "grid", md: "flex" },
    alignItems: "center",
    justifyContent: { md: "space-between" },
    gap: "3",
    /* On phones the start button comes first, so that it is visible without scrolling. */
    "& > :last-child": { order: { base: -1, md: 0 } },
  },
});

/* Reserves the field's size, because its code is loaded only when there is a topic. */
const LanguagePlace = styled("div", { base: { minH: "touch", w: "19rem", ms: { md: "auto" } } });
const LanguageField = lazyOptional(() => import("./language-field.tsx"));

/** The rules of the API's contract, but with every field required. */
const { resolver, fetchRules } = createLazyResolver<NewDebateValues>(async () => {
  const { NewDebateFields } = await import("#shared/contract/debates/debate.ts");
  const settings = {
    topic: true,
    botAProvider: true,
    botBProvider: true,
    format: true,
    shareEnabled: true,
    isPublic: true,
    onlyOwnerSteps: true,
    mystery: true,
  } as const;
  return NewDebateFields.pick({ ...settings, language: true }).required(settings);
});

/** The available providers; all of them until the server's config is known. */
const useAvailableProviders = () =>
  useConfig()?.providers.flatMap(({ id, available }) => (available ? [id] : [])) ?? PROVIDERS;

const DEFAULT_FORMAT = "standard";

/** The form that starts a debate: topic, speakers, format and visibility. */
export const NewDebateForm = () => {
  const available = useAvailableProviders();
  const speaker = available[0] ?? "openai";
  const form = useForm<NewDebateValues>({
    resolver,
    defaultValues: {
      topic: "",
      botAProvider: speaker,
      botBProvider: speaker,
      format: DEFAULT_FORMAT,
      shareEnabled: true,
      isPublic: true,
      onlyOwnerSteps: false,
      mystery: false,
    },
  });
  useTopicDraft(form);
  const create = useCreateDebate();
  const speakers = useWatch({ control: form.control, name: ["botAProvider", "botBProvider"] });
  const isBlind = useWatch({ control: form.control, name: "mystery" });
  const format = useWatch({ control: form.control, name: "format" });
  const hasTopic = useWatch({ control: form.control, name: "topic", compute: Boolean });
  const [topicLanguage, setTopicLanguage] = useState("");

  const submit = form.handleSubmit((debate) =>
    create.mutate(debate, { onError: (err) => showServerErrors(form, ["topic", "format"], err) }),
  );

  return (
    <Card aria-labelledby="new-debate" css={formGridStyle}>
      <SectionTitle id="new-debate" css={{ gridArea: "title", fontSize: { base: "17", md: "26" } }}>
        Start a New Debate
      </SectionTitle>
      <StartBlockedNotice speakers={isBlind ? [] : speakers} />
      <Form noValidate method="post" onFocus={fetchRules} onSubmit={submit}>
        <TopicField form={form} lang={topicLanguage} />
        <SuggestionButtons form={form} available={isBlind ? [] : available} />
        <SpeakerColumns>
          <SpeakerPicker
            role="bot_a"
            disabled={isBlind}
            initialValue={speaker}
            field={form.register("botAProvider")}
          />
          <SpeakerPicker
            role="bot_b"
            disabled={isBlind}
            initialValue={speaker}
            field={form.register("botBProvider")}
          />
        </SpeakerColumns>
        <FormatPicker
          chosen={format}
          initialValue={DEFAULT_FORMAT}
          field={form.register("format")}
        />
        <VisibilitySwitches form={form}>
          {available.length > 1 && <Switch {...form.register("mystery")} label="Blind" />}
        </VisibilitySwitches>
        <FormFooter>
          <JudgeInfo
            judge={isBlind ? "judge" : selectJudge(...speakers, available)}
            speakers={speakers}
          />
          <LanguagePlace>
            <Suspense>
              {hasTopic && <LanguageField form={form} onLanguage={setTopicLanguage} />}
            </Suspense>
          </LanguagePlace>
          <StartDebateButton isPending={create.isPending} />
        </FormFooter>
      </Form>
    </Card>
  );
};
