import { TriangleAlert } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "./button.tsx";
import { Notice } from "./notice.tsx";
import { styled } from "../theme/styled.tsx";

const Sentence = styled("span", { base: { flex: "1" } });

interface TroubleProps {
  message: string;
  retry?: () => unknown;
}

/**
 * The button disappears during the retry, so the focus moves to the nearest focusable container.
 */
const tryAgain = ({ currentTarget }: MouseEvent<HTMLElement>, retry: () => unknown): void => {
  currentTarget.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
  retry();
};

export const Trouble = ({ message, retry }: TroubleProps) => (
  <Notice tone="danger" role="alert" css={{ alignItems: "center", "& svg": { mt: 0 } }}>
    <TriangleAlert size={16} />
    <Sentence>{message}</Sentence>
    {retry && <Button onClick={(event) => tryAgain(event, retry)}>Try again</Button>}
  </Notice>
);
