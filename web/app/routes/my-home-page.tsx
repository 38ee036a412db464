import { useMemo } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import type { ListedDebate } from "#shared/contract/debate.ts";
import { type HomeList, homeListAt, MY_LIST, placeInList } from "#shared/domain/debate-list.ts";
import { DeleteDebate } from "#web/components/debate/delete-debate.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { Intro, PageTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { AllDebatesLink } from "#web/features/debate-list/all-debates-link.tsx";
import { LiveNow } from "#web/features/debate-list/live/live-now.tsx";
import { MyDebates } from "#web/features/debate-list/my-list.tsx";
import { PopularDebates } from "#web/features/debate-list/popular-list.tsx";
import { SettingsButton } from "#web/features/debate/settings/settings-button.tsx";
import { NewDebateForm } from "#web/features/new-debate/new-debate-form.tsx";
import { HOME_DESCRIPTION } from "./home-description.ts";

const Form = styled("div", { base: { mt: { base: "3", md: "0" } } });
const Lists = styled("div", { base: { mt: "12" } });
const More = styled("div", { base: { mt: "4" } });

const LISTS = { my: "My Debates", popular: "Popular Debates" } satisfies Record<HomeList, string>;

/** Selects a tab and keeps the search parameters of the first one. */
const withList = (list: HomeList) => (query: URLSearchParams) => {
  const changed = new URLSearchParams(query);
  changed.set("list", list);
  if (list === "my") changed.delete("list");
  return changed;
};

const ownersActions = (debate: ListedDebate) => (
  <>
    <SettingsButton debate={debate} />
    <DeleteDebate debateId={debate.id} topic={debate.topic}>
      Delete
    </DeleteDebate>
  </>
);

const MyHomePage = () => {
  const { search } = useLocation();
  const list = homeListAt(search);
  const [, setQuery] = useSearchParams();
  const select = (chosen: HomeList) =>
    setQuery(withList(chosen), { replace: true, preventScrollReset: true });
  const place = useMemo(() => placeInList(search, MY_LIST), [search]);
  return (
    <PageColumn>
      <PageHead description={HOME_DESCRIPTION} />
      <PageTitle css={{ fontSize: { base: "1.5rem", md: "44" } }}>
        What should they fight about?
      </PageTitle>
      <Intro css={{ hideBelow: "md", mb: "5" }}>
        Pick a topic and two corners. They argue, a third judges, you watch.
      </Intro>
      <Form>
        <NewDebateForm />
      </Form>
      <Lists>
        <LiveNow />
        <Tabs label="Debates" tabs={LISTS} selected={list} onSelect={select}>
          {list === "my" ? (
            <MyDebates place={place} actions={ownersActions} />
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

export default MyHomePage;
