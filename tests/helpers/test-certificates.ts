import { execFileSync } from "node:child_process";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

export interface TestCertificates {
  /** File with the certificate of the private CA. */
  ca: string;
  /** Files of a server's certificate for `localhost` and of its key. */
  cert: string;
  key: string;
  remove(): Promise<void>;
}

/** Creates a private CA and a certificate of this CA for `localhost`, but not for 127.0.0.1. */
export const createTestCertificates = async (): Promise<TestCertificates> => {
  const dir = await mkdtemp(path.join(tmpdir(), "debate-tls-"));
  await chmod(dir, 0o755);
  const file = (name: string) => path.join(dir, name);
  const openssl = (...args: string[]) =>
    execFileSync("openssl", args, { cwd: dir, stdio: ["ignore", "pipe", "pipe"] });
  const newKey = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"];
  openssl(
    "req",
    "-x509",
    ...newKey,
    "-keyout",
    "ca.key",
    "-out",
    "ca.crt",
    "-subj",
    "/CN=A private CA",
  );
  openssl(
    "req",
    ...newKey,
    "-keyout",
    "server.key",
    "-out",
    "server.csr",
    "-subj",
    "/CN=localhost",
  );
  await writeFile(file("names"), "subjectAltName=DNS:localhost");
  const ca = ["-CA", "ca.crt", "-CAkey", "ca.key", "-CAcreateserial"];
  openssl("x509", "-req", "-in", "server.csr", ...ca, "-out", "server.crt", "-extfile", "names");
  // PgBouncer reads the key as another user.
  await chmod(file("server.key"), 0o644);
  return {
    ca: file("ca.crt"),
    cert: file("server.crt"),
    key: file("server.key"),
    remove: () => rm(dir, { recursive: true }),
  };
};
