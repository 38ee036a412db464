import type { Debate } from "#shared/contract/debates/debate.ts";
import { FullTextButton } from "./full-text-button.tsx";
import { ListenLiveButton } from "./listen-live-button.tsx";

/** The full-text button of a running debate, or the listen button of a completed one. */
const LiveActions = ({ debate }: { debate: Debate }) =>
  debate.status === "completed" ? (
    <ListenLiveButton debate={debate} />
  ) : (
    <FullTextButton debate={debate} />
  );

export default LiveActions;
