import { type MouseEvent, type Ref, useId } from "react";
import { styled } from "#web/components/theme/styled.tsx";
import { Button } from "../controls/button.tsx";
import { Dialog } from "./dialog.tsx";
import { Muted, Row, SectionTitle } from "../content/typography.tsx";
import { bindPunctuation } from "#shared/domain/debates/language/no-break-spaces.ts";
import { getTextAttributes } from "#shared/domain/debates/language/text-attributes.ts";
import type { LanguageTag } from "#shared/domain/debates/language/language.ts";
import { wrapInQuotes } from "#shared/domain/debates/language/quotation-marks.ts";

const Subject = styled("p", { base: { fontWeight: 600, lineClamp: 4 } });

export interface ConfirmationText {
  question: string;
  /** Name of the affected item, for pages that show several items of this kind. */
  subject?: string | undefined;
  /** Language of the subject, if that is a debate's topic. */
  language?: LanguageTag | undefined;
  consequence: string;
  confirmLabel: string;
  onConfirm: () => void;
}

interface ConfirmDialogProps extends ConfirmationText {
  ref: Ref<HTMLDialogElement>;
  onClose?: () => void;
}

const closeDialog = ({ currentTarget }: MouseEvent<HTMLElement>) =>
  currentTarget.closest("dialog")?.close();

/** Dialog that confirms a destructive action. Opened through `ref`. */
export const ConfirmDialog = (props: ConfirmDialogProps) => {
  const { ref, onClose, question, subject, language, consequence, confirmLabel, onConfirm } = props;
  const subjectAttributes = language
    ? getTextAttributes(language, subject)
    : ({ dir: "auto" } as const);
  const id = useId();
  return (
    <Dialog ref={ref} aria-labelledby={id} onClose={onClose}>
      <SectionTitle id={id}>{question}</SectionTitle>
      {subject !== undefined && (
        <Subject {...subjectAttributes}>
          {bindPunctuation(wrapInQuotes(subject, language ?? "en"), language ?? "en")}
        </Subject>
      )}
      <Muted>{consequence}</Muted>
      <Row css={{ justifyContent: "flex-end", mt: "3" }}>
        <Button onClick={closeDialog}>Cancel</Button>
        <Button
          variant="destroy"
          onClick={(event) => {
            closeDialog(event);
            onConfirm();
          }}
        >
          {confirmLabel}
        </Button>
      </Row>
    </Dialog>
  );
};
