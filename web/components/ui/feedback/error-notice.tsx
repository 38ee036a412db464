import { TriangleAlert } from "lucide-react";
import type { MouseEvent } from "react";
import { Button } from "../controls/button.tsx";
import { Notice } from "./notice.tsx";
import { styled } from "#web/components/theme/styled.tsx";

const Sentence = styled("span", { base: { flex: "1" } });

interface ErrorNoticeProps {
  message: string;
  retry?: () => unknown;
}

/** Focuses the nearest focusable container, because the button disappears during the retry. */
const retryKeepingFocus = (
  { currentTarget }: MouseEvent<HTMLElement>,
  retry: () => unknown,
): void => {
  currentTarget.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
  retry();
};

export const ErrorNotice = ({ message, retry }: ErrorNoticeProps) => (
  <Notice tone="danger" role="alert" css={{ alignItems: "center", "& svg": { mt: 0 } }}>
    <TriangleAlert size={16} />
    <Sentence>{message}</Sentence>
    {retry && <Button onClick={(event) => retryKeepingFocus(event, retry)}>Try again</Button>}
  </Notice>
);
