import { useMemo } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import type { ListedDebate } from "#shared/contract/debates/debate.ts";
import {
  type HomeList,
  parseHomeList,
  MY_DEBATE_LIST,
  parseListState,
} from "#shared/domain/debates/debate-list.ts";
import { DeleteDebateButton } from "#web/components/debate/delete-debate-button.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageIntro, PageTitle } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { Tabs } from "#web/components/ui/page/tabs.tsx";
import { AllDebatesLink } from "#web/features/debate-list/all-debates-link.tsx";
import { LiveNowSection } from "#web/features/debate-list/live/live-now.tsx";
import { MyDebates } from "#web/features/debate-list/my-debates.tsx";
import { PopularDebates } from "#web/features/debate-list/popular-debates.tsx";
import { DebateSettingsButton } from "#web/features/debate/settings/debate-settings-button.tsx";
import { NewDebateForm } from "#web/features/new-debate/new-debate-form.tsx";
import { HOME_DESCRIPTION } from "./home-description.ts";

const Form = styled("div", { base: { mt: { base: "3", md: "0" } } });
const Lists = styled("div", { base: { mt: "12" } });
const More = styled("div", { base: { mt: "4" } });

const LIST_LABELS = { my: "My Debates", popular: "Popular Debates" } satisfies Record<
  HomeList,
  string
>;

/**
 * Selects a list in the query string and keeps the other parameters. "My Debates" is the default,
 * so it needs no parameter.
 */
const withList = (list: HomeList) => (query: URLSearchParams) => {
  const changed = new URLSearchParams(query);
  changed.set("list", list);
  if (list === "my") changed.delete("list");
  return changed;
};

const renderOwnerActions = (debate: ListedDebate) => (
  <>
    <DebateSettingsButton debate={debate} />
    <DeleteDebateButton debateId={debate.id} topic={debate.topic} language={debate.language}>
      Delete
    </DeleteDebateButton>
  </>
);

const SignedInHomePage = () => {
  const { search } = useLocation();
  const list = parseHomeList(search);
  const [, setQuery] = useSearchParams();
  const select = (chosen: HomeList) =>
    setQuery(withList(chosen), { replace: true, preventScrollReset: true });
  const listState = useMemo(() => parseListState(search, MY_DEBATE_LIST), [search]);
  return (
    <PageColumn>
      <PageHead description={HOME_DESCRIPTION} />
      <PageTitle css={{ fontSize: { base: "1.5rem", md: "44" } }}>
        What should they fight about?
      </PageTitle>
      <PageIntro css={{ hideBelow: "md", mb: "5" }}>
        Pick a topic and two chatbots. They argue, a third one judges, you watch.
      </PageIntro>
      <Form>
        <NewDebateForm />
      </Form>
      <Lists>
        <LiveNowSection />
        <Tabs label="Debates" tabs={LIST_LABELS} selected={list} onSelect={select}>
          {list === "my" ? (
            <MyDebates listState={listState} actions={renderOwnerActions} />
          ) : (
            <>
              <PopularDebates />
              <More>
                <AllDebatesLink />
              </More>
            </>
          )}
        </Tabs>
      </Lists>
    </PageColumn>
  );
};

export default SignedInHomePage;
