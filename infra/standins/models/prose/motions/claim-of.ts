import { isPlural } from "../grammar/english.ts";
import { sayable, type Motion } from "./motion-shape.ts";

interface ClaimParts {
  statement: string;
  denial: string;
  about: string;
  plural?: boolean | undefined;
}

export const claimOf = ({ statement, denial, about, plural }: ClaimParts): Motion => {
  const focus = sayable(about, "the subject");
  return {
    kind: "claim",
    statement,
    denial,
    act: `believing that ${statement}`,
    focus: { text: focus, plural: focus === about && (plural ?? isPlural(about)) },
    restricts: false,
    pair: null,
  };
};
