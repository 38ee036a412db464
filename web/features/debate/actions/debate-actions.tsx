import { memo } from "react";
import type { Debate } from "#shared/contract/debate.ts";
import { isShareable } from "#shared/domain/rights.ts";
import type { Viewer } from "#shared/domain/viewer.ts";
import { OnWideScreens, Row } from "#web/components/ui/text.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import type { DebateSlots } from "../debate-slots.ts";
import { KeepMenu } from "../share/keep-menu.tsx";
import { ShareButton } from "../share/share-button.tsx";
import { Reactions, SignInToReact } from "../voting/reactions.tsx";
import { MoreMenu } from "./more-menu.tsx";

/* These buttons wrap to the next line together. */
const Together = styled("div", { base: { display: "flex", gap: { base: "1.5", md: "2" } } });

interface DebateActionsProps extends Pick<DebateSlots, "TopicActions" | "KeepActions"> {
  debate: Debate;
  viewer: Viewer;
}

/** The actions below a debate's topic. Memoised, because deltas do not change them. */
export const DebateActions = memo((props: DebateActionsProps) => {
  const { TopicActions, KeepActions, debate, viewer } = props;
  const isVisitor = viewer === null;
  const isRefused = debate.refusal !== null;
  return (
    <Row css={{ gap: { base: "1.5", md: "2" } }}>
      {!isRefused && <TopicActions debate={debate} />}
      <Together>
        {!isRefused && (
          <>
            <Reactions debate={debate} isVisitor={isVisitor} />
            {isShareable(debate) && <ShareButton debate={debate} Label={OnWideScreens} />}
            <KeepMenu
              Label={OnWideScreens}
              debate={debate}
              isVisitor={isVisitor}
              KeepActions={KeepActions}
            />
          </>
        )}
        <MoreMenu debate={debate} viewer={viewer} />
      </Together>
      {isVisitor && debate.status !== "completed" && <SignInToReact />}
    </Row>
  );
});

type KeepAndShareProps = Pick<DebateActionsProps, "debate" | "KeepActions">;

/** Download and share at the end of a debate. */
export const KeepAndShare = ({ debate, KeepActions }: KeepAndShareProps) => (
  <Row>
    {isShareable(debate) && <ShareButton debate={debate} Label="span" />}
    <KeepMenu Label="span" debate={debate} isVisitor={false} KeepActions={KeepActions} />
  </Row>
);
