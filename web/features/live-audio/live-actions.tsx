import type { Debate } from "#shared/contract/debates/debate.ts";
import { FullTextButton } from "./full-text-button.tsx";
import { ListenLiveButton } from "./listen-live-button.tsx";

/** The actions of a debate's voice: of a running debate, or of one that is still speaking. */
const LiveActions = ({ debate }: { debate: Debate }) =>
  debate.status === "completed" ? (
    <ListenLiveButton debate={debate} />
  ) : (
    <FullTextButton debate={debate} />
  );

export default LiveActions;
