import { useState } from "react";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { Intro, PageTitle } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Tabs } from "#web/components/ui/tabs.tsx";
import { AllDebatesLink } from "#web/features/debate-list/all-debates-link.tsx";
import { MyDebates, PopularDebates } from "#web/features/debate-list/lists.tsx";
import { NewDebateForm } from "#web/features/new-debate/new-debate-form.tsx";
import { HOME_DESCRIPTION } from "./home-page.tsx";

const Form = styled("div", { base: { mt: { base: "3", md: "0" } } });
const Lists = styled("div", { base: { mt: "12" } });
const More = styled("div", { base: { mt: "4" } });

const LISTS = { my: "My Debates", popular: "Popular Debates" };

/** Home, for users: the form first, then what there is to watch. */
const MyHomePage = () => {
  const [list, setList] = useState<keyof typeof LISTS>("my");
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
        <Tabs label="Debates" tabs={LISTS} selected={list} onSelect={setList}>
          {list === "my" ? (
            <MyDebates />
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
