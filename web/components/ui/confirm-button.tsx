import { type ComponentProps, useId, useRef } from "react";
import { Button } from "./button.tsx";
import { Dialog } from "./dialog.tsx";
import { Muted, Row, SectionTitle } from "./text.tsx";
import { styled } from "../theme/styled.tsx";

const Subject = styled("p", { base: { fontWeight: 600, lineClamp: 4 } });

/** Everything about a button but what it does. */
export type ButtonProps = Omit<ComponentProps<typeof Button>, "onClick">;

interface ConfirmButtonProps extends ButtonProps {
  question: string;
  /** What it is about, where the page has many of them. */
  subject?: string | undefined;
  consequence: string;
  confirmLabel: string;
  /** Nothing would be lost now: it is done without asking. */
  isHarmless?: boolean;
  onConfirm: () => void;
}

/** A button that asks before it does what cannot be undone. */
export const ConfirmButton = (props: ConfirmButtonProps) => {
  const { question, subject, consequence, confirmLabel, isHarmless, onConfirm, ...button } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  const ask = () => dialog.current?.showModal();
  const close = () => dialog.current?.close();
  return (
    <>
      <Button {...button} onClick={isHarmless ? onConfirm : ask} />
      <Dialog ref={dialog} aria-labelledby={id}>
        <SectionTitle id={id}>{question}</SectionTitle>
        {subject !== undefined && <Subject dir="auto">“{subject}”</Subject>}
        <Muted>{consequence}</Muted>
        <Row css={{ justifyContent: "flex-end", mt: "3" }}>
          <Button onClick={close}>Cancel</Button>
          <Button
            look="destroy"
            onClick={() => {
              close();
              onConfirm();
            }}
          >
            {confirmLabel}
          </Button>
        </Row>
      </Dialog>
    </>
  );
};
