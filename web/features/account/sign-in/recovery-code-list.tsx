import { Button } from "#web/components/ui/controls/button.tsx";
import { Notice } from "#web/components/ui/feedback/notice.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { styled } from "#web/components/theme/styled.tsx";
import { copyToClipboard } from "#web/lib/browser/copy-to-clipboard.ts";
import { downloadFile } from "#web/lib/browser/download-file.ts";
import { SIGNED_OUT_ELSEWHERE_TEXT } from "../use-account-mutation.ts";

const Codes = styled("ul", {
  base: {
    display: "grid",
    gridTemplateColumns: { base: "minmax(0, 1fr)", sm: "repeat(2, minmax(0, 1fr))" },
    columnGap: "6",
    rowGap: "2",
    fontFamily: "code",
    fontSize: "14",
  },
});

interface RecoveryCodeListProps {
  codes: readonly string[];
  onDone: () => void;
}

/** Shows new recovery codes. They cannot be shown again later. */
export const RecoveryCodeList = ({ codes, onDone }: RecoveryCodeListProps) => {
  const text = `${codes.join("\n")}\n`;
  const copy = () =>
    copyToClipboard(
      text,
      { title: "Copied" },
      "Couldn’t copy the codes. Save them as a file instead.",
    );
  return (
    <>
      <Notice tone="warning" role="status">
        Store these codes somewhere safe, not only on your phone. Each one replaces the app’s code
        once. They are shown only now. {SIGNED_OUT_ELSEWHERE_TEXT}
      </Notice>
      <Codes aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </Codes>
      <Row>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button
          onClick={() =>
            downloadFile("recovery-codes.txt", new Blob([text], { type: "text/plain" }))
          }
        >
          Save as a file
        </Button>
        <Button variant="solid" onClick={onDone}>
          I’ve saved them
        </Button>
      </Row>
      <Muted css={{ fontSize: "14" }}>
        Anyone with a code and your password can sign in as you.
      </Muted>
    </>
  );
};
