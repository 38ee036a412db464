import { type ReactNode, type RefObject, useId } from "react";
import { Button } from "./button.tsx";
import { Muted, Row, SectionTitle } from "./text.tsx";
import { styled } from "./theme/styled.tsx";

const Dialog = styled("dialog", {
  base: {
    m: "auto",
    maxW: "min(28rem, calc(100vw - 2rem))",
    p: "6",
    bg: "raised",
    color: "ink",
    borderWidth: "1px",
    borderColor: "line",
    borderRadius: "card",
    boxShadow: "float",
    _open: { display: "grid", gap: "3", animation: "rise 160ms ease-out" },
    _backdrop: { bg: "rgba(5, 7, 12, 0.6)" },
  },
});

interface ConfirmDialogProps {
  /** `showModal()` opens it. */
  ref: RefObject<HTMLDialogElement | null>;
  title: string;
  children: ReactNode;
  confirmLabel: string;
  onConfirm: () => void;
}

/** Asks before something that cannot be undone. The browser keeps the focus in, Escape closes. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { ref, title, children, confirmLabel, onConfirm } = props;
  const id = useId();
  const close = () => ref.current?.close();
  return (
    <Dialog ref={ref} aria-labelledby={id}>
      <SectionTitle id={id}>{title}</SectionTitle>
      <Muted>{children}</Muted>
      <Row css={{ justifyContent: "flex-end", mt: "3" }}>
        <Button onClick={close}>Cancel</Button>
        <Button
          look="danger"
          onClick={() => {
            close();
            onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </Row>
    </Dialog>
  );
};
