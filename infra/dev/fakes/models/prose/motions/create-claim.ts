import { isPlural } from "../grammar/english.ts";
import { shortenPhrase, type Motion } from "./motion.ts";

interface ClaimOptions {
  statement: string;
  denial: string;
  about: string;
  plural?: boolean | undefined;
}

export const createClaim = ({ statement, denial, about, plural }: ClaimOptions): Motion => {
  const focus = shortenPhrase(about, "the subject");
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
