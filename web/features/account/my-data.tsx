import { Download } from "lucide-react";
import type { Account } from "#shared/contract/account.ts";
import { EXPORT_HOURS } from "#shared/domain/account.ts";
import { Button } from "#web/components/ui/button.tsx";
import { Notice } from "#web/components/ui/notice.tsx";
import { Muted, Row } from "#web/components/ui/text.tsx";
import { call, request } from "#web/lib/request.ts";
import { saveFile } from "#web/lib/save-file.ts";
import { toastError } from "#web/lib/toast.ts";
import { accountQuery } from "#web/lib/account-query.ts";
import { useSingleMutation } from "#web/lib/use-single-mutation.ts";
import { Section } from "./section.tsx";

const FILES = [
  ["data.json", "my-data.json", "My data as JSON"],
  ["debates.md", "my-debates.md", "My debates as Markdown"],
] as const;

type File = (typeof FILES)[number];

const SaveButton = ({ file: [path, name, label] }: { file: File }) => {
  const save = useSingleMutation({
    mutationFn: async () => (await call("GET", `/api/account/export/${path}`)).blob(),
    onSuccess: (blob) => saveFile(name, blob),
    onError: toastError,
  });
  return (
    <Button isPending={save.isPending} onClick={() => save.mutate()}>
      <Download size={16} />
      {label}
    </Button>
  );
};

const Files = () => (
  <Row>
    {FILES.map((file) => (
      <SaveButton key={file[0]} file={file} />
    ))}
  </Row>
);

export const MyData = ({ state: { status } }: { state: Account["export"] }) => {
  const ask = useSingleMutation({
    mutationFn: () => request<undefined>("POST", "/api/account/export", {}),
    onError: toastError,
    onSettled: (_nothing, _error, _none, _result, { client }) =>
      client.invalidateQueries({ queryKey: accountQuery.queryKey }),
  });
  const isPending = status === "pending" || ask.isPending;
  return (
    <Section title="My data">
      <Muted>
        All that we know of you, and your debates, in two files. They can be saved here for{" "}
        {EXPORT_HOURS} hours, by you alone.
      </Muted>
      {status === "failed" && (
        <Notice tone="danger">Your data could not be put together. Try again.</Notice>
      )}
      {status === "ready" ? (
        <Files />
      ) : (
        <Row>
          <Button isPending={isPending} onClick={() => ask.mutate()}>
            {isPending ? "Putting it together…" : "Put my data together"}
          </Button>
        </Row>
      )}
      <span role="status" hidden={status === "none"}>
        {status === "ready" && (
          <Muted css={{ fontSize: "14" }}>Your data is ready to be saved.</Muted>
        )}
      </span>
    </Section>
  );
};
