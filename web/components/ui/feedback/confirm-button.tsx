import { type ComponentProps, useRef } from "react";
import { Button } from "../controls/button.tsx";
import { ConfirmDialog, type ConfirmationText } from "./confirm-dialog.tsx";

/** Props of a button that do not concern its action. */
export type PlainButtonProps = Omit<ComponentProps<typeof Button>, "onClick">;

interface ConfirmButtonProps extends PlainButtonProps, ConfirmationText {
  isHarmless?: boolean;
}

export const ConfirmButton = (props: ConfirmButtonProps) => {
  const {
    question,
    subject,
    language,
    consequence,
    confirmLabel,
    isHarmless,
    onConfirm,
    ...button
  } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const dialogProps = { question, subject, language, consequence, confirmLabel, onConfirm };
  return (
    <>
      <Button {...button} onClick={isHarmless ? onConfirm : () => dialog.current?.showModal()} />
      <ConfirmDialog ref={dialog} {...dialogProps} />
    </>
  );
};
