import type { DebateViewState } from "../view/use-debate-view-state.ts";
import { Ballot, type BallotProps } from "./ballot.tsx";
import { useSeenTurns } from "./use-seen-turns.ts";

const SeenTurns = ({ view }: { view: DebateViewState }) => {
  useSeenTurns(view);
  return null;
};

export type SwingPartProps =
  ({ part: "ballot" } & BallotProps) | { part: "seen"; view: DebateViewState };

/** What a running debate needs for its swing. It is loaded separately, in one file. */
const SwingPart = (props: SwingPartProps) =>
  props.part === "ballot" ? <Ballot {...props} /> : <SeenTurns view={props.view} />;

export default SwingPart;
