import { type ComponentProps, useRef } from "react";
import { Button } from "./button.tsx";
import { ConfirmDialog, type Question } from "./confirm-dialog.tsx";

/** Everything about a button but what it does. */
export type ButtonProps = Omit<ComponentProps<typeof Button>, "onClick">;

interface ConfirmButtonProps extends ButtonProps, Question {
  /** Nothing would be lost now: it is done without asking. */
  isHarmless?: boolean;
}

/** A button that asks before it does what cannot be undone. */
export const ConfirmButton = (props: ConfirmButtonProps) => {
  const { question, subject, consequence, confirmLabel, isHarmless, onConfirm, ...button } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const asked = { question, subject, consequence, confirmLabel, onConfirm };
  return (
    <>
      <Button {...button} onClick={isHarmless ? onConfirm : () => dialog.current?.showModal()} />
      <ConfirmDialog ref={dialog} {...asked} />
    </>
  );
};
