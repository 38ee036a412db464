import { ButtonLink } from "#web/components/ui/button.tsx";
import { Card } from "#web/components/ui/card.tsx";
import { Muted, Row } from "#web/components/ui/text.tsx";

/** Where audio is looked after, and where the debates are that have it. */
export const AudioManagement = () => (
  <Card>
    <Muted>
      Audio Admin shows which turns of every debate are voiced, missing or failed, and voices them
      again. The public debates are where it is heard.
    </Muted>
    <Row css={{ mt: "5" }}>
      <ButtonLink to="/admin" look="solid">
        Open Audio Admin
      </ButtonLink>
      <ButtonLink to="/debates/public">Public debates</ButtonLink>
    </Row>
  </Card>
);
