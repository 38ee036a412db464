/** @jest-environment jsdom */
import { downloadFile } from "#web/lib/browser/download-file.ts";

const { createObjectURL, revokeObjectURL } = URL;
afterEach(() => {
  Object.assign(URL, { createObjectURL, revokeObjectURL });
  jest.useRealTimers();
});

it("a downloaded file's object URL is revoked between 30 and 60 s after the download", () => {
  jest.useFakeTimers();
  const revoked: string[] = [];
  Object.assign(URL, {
    createObjectURL: () => "blob:kept",
    revokeObjectURL: (url: string) => revoked.push(url),
  });
  const clicked: [name: string, url: string][] = [];
  const press = jest.spyOn(HTMLAnchorElement.prototype, "click");
  press.mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push([this.download, this.href]);
  });
  downloadFile("debate-7.txt", new Blob(["Cars"]));
  expect(clicked).toEqual([["debate-7.txt", "blob:kept"]]);
  jest.advanceTimersByTime(30_000);
  expect(revoked).toEqual([]);
  jest.advanceTimersByTime(30_000);
  expect(revoked).toEqual(["blob:kept"]);
  press.mockRestore();
});
