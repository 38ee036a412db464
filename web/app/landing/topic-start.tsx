import { type SubmitEvent, useEffect, useRef } from "react";
import { useNavigate } from "react-router-dom";
import { TOPIC_MAX } from "#shared/domain/debates/debate.ts";
import { TopicTextArea } from "#web/components/debate/starting/topic-text-area.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Field } from "#web/components/ui/controls/field.tsx";
import { returnRefs } from "#web/lib/auth/return-focus.ts";
import { useAuthPageUrl } from "#web/lib/auth/use-auth-page-url.ts";
import { useDisabledUntilHydrated } from "#web/lib/browser/hydration.ts";
import { keepTopicDraft, readTopicDraft } from "#web/lib/topic-draft.ts";

const Form = styled("form", {
  base: { display: "grid", justifyItems: "start", gap: "3", mt: "6", "& > div": { w: "100%" } },
});

/**
 * Lets a visitor type a topic and sign up to start its debate. The topic is kept in this tab and
 * filled into the form of the signed-in home page.
 */
export const TopicStart = () => {
  const navigate = useNavigate();
  const signUpUrl = useAuthPageUrl()("register", "#topic");
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    if (!field.current) return;
    // Text that was typed before hydration is newer than the draft.
    if (field.current.value === "") field.current.value = readTopicDraft(null) ?? "";
    else keepTopicDraft(null, field.current.value);
  }, []);
  // Focuses the field after navigation to `#topic`, also by a link on this page. `useAuthPageUrl`
  // renders this component after each navigation, so an effect without dependencies is enough.
  useEffect(() => returnRefs["#topic"](field.current));
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void navigate(signUpUrl);
  };
  return (
    <Form method="post" onSubmit={submit}>
      <Field label="What should they fight about?" error={undefined}>
        {(entry) => (
          <TopicTextArea
            {...entry}
            ref={field}
            name="topic"
            lang=""
            dir="auto"
            rows={2}
            maxLength={TOPIC_MAX}
            placeholder="For example: should cities ban private cars?"
            onChange={({ currentTarget }) => keepTopicDraft(null, currentTarget.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="solid" size="lg" {...useDisabledUntilHydrated()}>
        Start a debate
      </Button>
    </Form>
  );
};
