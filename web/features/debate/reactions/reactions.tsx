import { AudienceLine, type AudienceLineProps } from "./audience-line.tsx";
import { ReactionController, type ReactionControllerProps } from "./reaction-controller.ts";
import { TopSentence, type TopSentenceProps } from "./top-sentence.tsx";

type ReactionsProps =
  | ({ part: "controller" } & ReactionControllerProps)
  | ({ part: "line" } & AudienceLineProps)
  | ({ part: "mark" } & TopSentenceProps);

/** All parts of the reactions that are loaded separately, in one file. */
const Reactions = (props: ReactionsProps) => {
  if (props.part === "controller") return <ReactionController {...props} />;
  return props.part === "line" ? <AudienceLine {...props} /> : <TopSentence {...props} />;
};

export default Reactions;
