import { Download } from "lucide-react";
import type { Account } from "#shared/contract/accounts/account.ts";
import { EXPORT_LIFETIME_HOURS } from "#shared/domain/accounts/account.ts";
import { Button } from "#web/components/ui/controls/button.tsx";
import { Notice } from "#web/components/ui/feedback/notice.tsx";
import { Muted, Row } from "#web/components/ui/content/typography.tsx";
import { requestRaw, request } from "#web/lib/api/request.ts";
import { downloadFile } from "#web/lib/browser/download-file.ts";
import { showErrorToast } from "#web/lib/toast.ts";
import { accountQuery } from "#web/lib/auth/account-queries.ts";
import { useSingleMutation } from "#web/lib/api/use-single-mutation.ts";
import { AccountSection } from "./account-section.tsx";

const EXPORT_FILES = [
  ["data.json", "my-data.json", "My data as JSON"],
  ["debates.md", "my-debates.md", "My debates as Markdown"],
] as const;

type ExportFile = (typeof EXPORT_FILES)[number];

const DownloadButton = ({ file: [path, name, label] }: { file: ExportFile }) => {
  const save = useSingleMutation({
    mutationFn: async () => (await requestRaw("GET", `/api/account/export/${path}`)).blob(),
    onSuccess: (blob) => downloadFile(name, blob),
    onError: showErrorToast,
  });
  return (
    <Button isPending={save.isPending} onClick={() => save.mutate()}>
      <Download size={16} />
      {label}
    </Button>
  );
};

const DownloadButtons = () => (
  <Row>
    {EXPORT_FILES.map((file) => (
      <DownloadButton key={file[0]} file={file} />
    ))}
  </Row>
);

export const DataExportSection = ({ state: { status } }: { state: Account["export"] }) => {
  const requestExport = useSingleMutation({
    mutationFn: () => request<undefined>("POST", "/api/account/export", {}),
    onError: showErrorToast,
    onSettled: (_nothing, _error, _none, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
  const isPending = status === "pending" || requestExport.isPending;
  return (
    <AccountSection title="My data">
      <Muted>
        Download your data and debates. The files are available to you for {EXPORT_LIFETIME_HOURS}{" "}
        hours.
      </Muted>
      {status === "failed" && (
        <Notice tone="danger">Your data couldn’t be prepared. Try again.</Notice>
      )}
      {status === "ready" ? (
        <DownloadButtons />
      ) : (
        <Row>
          <Button isPending={isPending} onClick={() => requestExport.mutate()}>
            {isPending ? "Preparing…" : "Prepare my data"}
          </Button>
        </Row>
      )}
      <span role="status" hidden={status === "none"}>
        {status === "ready" && (
          <Muted css={{ fontSize: "14" }}>Your data is ready to download.</Muted>
        )}
      </span>
    </AccountSection>
  );
};
