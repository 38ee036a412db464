import { BackLink } from "#web/components/ui/page/back-link.tsx";
import { Button } from "#web/components/ui/controls/button.tsx";
import { ConfirmButton } from "#web/components/ui/feedback/confirm-button.tsx";
import { PageColumn } from "#web/components/ui/page/page-column.tsx";
import { PageHead } from "#web/components/ui/page/page-head.tsx";
import { PageIntro, PageTitle, Row } from "#web/components/ui/content/typography.tsx";
import { CONTROL_SPECIMENS } from "#web/features/design/control-specimens.tsx";
import { Specimen, Specimens } from "#web/features/design/specimen.tsx";
import { INDICATOR_SPECIMENS } from "#web/features/design/indicator-specimens.tsx";
import { SURFACE_SPECIMENS } from "#web/features/design/surface-specimens.tsx";
import { TOKEN_SPECIMENS } from "#web/features/design/token-specimens.tsx";
import { showToast, showErrorToast } from "#web/lib/toast.ts";

/** Shows all components of the design system in all states. Exists only in development. */
const DesignPage = () => (
  <PageColumn>
    <PageHead title="Design system" description="Every component in every state." isUnlisted />
    <BackLink>Back to Debates</BackLink>
    <PageTitle>Design system</PageTitle>
    <PageIntro>
      Every component in every state. Switch the theme, and make the window narrow.
    </PageIntro>
    <Specimens title="Tokens" specimens={TOKEN_SPECIMENS} />
    <Specimens title="Controls" specimens={CONTROL_SPECIMENS} />
    <Specimens title="Signs" specimens={INDICATOR_SPECIMENS} />
    <Specimens title="Surfaces" specimens={SURFACE_SPECIMENS} />
    <Specimen name="Toasts and dialogs">
      <Row>
        <Button onClick={() => showToast({ title: "Vote recorded", description: "Thank you!" })}>
          Toast
        </Button>
        <Button onClick={() => showErrorToast(new Error("The server refused."))}>
          Error toast
        </Button>
        <ConfirmButton
          question="Delete this?"
          consequence="It cannot be undone."
          confirmLabel="Delete"
          onConfirm={() => showToast({ title: "Confirmed" })}
        >
          Dialog
        </ConfirmButton>
      </Row>
    </Specimen>
  </PageColumn>
);

export default DesignPage;
