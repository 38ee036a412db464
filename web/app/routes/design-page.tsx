import { BackLink } from "#web/components/ui/back-link.tsx";
import { Button } from "#web/components/ui/button.tsx";
import { ConfirmButton } from "#web/components/ui/confirm-button.tsx";
import { PageColumn } from "#web/components/ui/page-column.tsx";
import { PageHead } from "#web/components/ui/page-head.tsx";
import { Intro, PageTitle, Row } from "#web/components/ui/text.tsx";
import { CONTROLS } from "#web/features/design/controls.tsx";
import { Specimen, Specimens } from "#web/features/design/specimen.tsx";
import { SIGNS } from "#web/features/design/signs.tsx";
import { SURFACES } from "#web/features/design/surfaces.tsx";
import { TOKENS } from "#web/features/design/token-specimens.tsx";
import { toast, toastError } from "#web/lib/toast.ts";

/** All components of the design system in all states. Development only. */
const DesignPage = () => (
  <PageColumn>
    <PageHead title="Design system" description="Every component in every state." isUnlisted />
    <BackLink>Back to Debates</BackLink>
    <PageTitle>Design system</PageTitle>
    <Intro>Every component in every state. Switch the theme, and make the window narrow.</Intro>
    <Specimens title="Tokens" specimens={TOKENS} />
    <Specimens title="Controls" specimens={CONTROLS} />
    <Specimens title="Signs" specimens={SIGNS} />
    <Specimens title="Surfaces" specimens={SURFACES} />
    <Specimen name="Toasts and dialogs">
      <Row>
        <Button onClick={() => toast({ title: "Vote recorded", description: "Thank you!" })}>
          Toast
        </Button>
        <Button onClick={() => toastError(new Error("The server said no."))}>Error toast</Button>
        <ConfirmButton
          question="Delete this?"
          consequence="It cannot be undone."
          confirmLabel="Delete"
          onConfirm={() => toast({ title: "Confirmed" })}
        >
          Dialog
        </ConfirmButton>
      </Row>
    </Specimen>
  </PageColumn>
);

export default DesignPage;
