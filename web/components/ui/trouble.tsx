import { TriangleAlert } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { styled } from "../theme/styled.tsx";

const Sentence = styled("span", { base: { flex: "1" } });

interface TroubleProps {
  /** What went wrong, as a sentence. */
  message: string;
  /** Another try, where one is offered here. */
  retry?: () => unknown;
}

/** The button goes while it is tried: the focus stays in what it stood in. */
const tryAgain = ({ currentTarget }: MouseEvent<HTMLElement>, retry: () => unknown): void => {
  currentTarget.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
  retry();
};

/** Something that should stand here could not be had, and why. */
export const Trouble = ({ message, retry }: TroubleProps) => (
  <Notice tone="danger" role="alert" css={{ alignItems: "center", "& svg": { mt: 0 } }}>
    <TriangleAlert size={16} />
    <Sentence>{message}</Sentence>
    {retry && <Button onClick={(event) => tryAgain(event, retry)}>Try again</Button>}
  </Notice>
);
