import { type ProcessResources, findLeaks } from "./leaks.ts";

const resources = (files: number, megabytes: number): ProcessResources => ({ files, megabytes });

test("growth of a process's files and memory since its first round is a leak, also after a restart", () => {
  const rounds = [
    new Map([
      ["api 1 (7)", resources(50, 200)],
      ["worker 1 (8)", resources(50, 200)],
    ]),
    new Map([
      ["api 1 (7)", resources(150, 400)],
      ["worker 1 (9)", resources(60, 210)],
    ]),
    new Map([
      ["api 1 (7)", resources(200, 500)],
      ["worker 1 (9)", resources(211, 511)],
    ]),
  ];
  expect(findLeaks(rounds.slice(0, 1))).toEqual([]);
  expect(findLeaks(rounds.slice(0, 2))).toEqual([]);
  expect(findLeaks(rounds)).toEqual([
    "worker 1 (9): 211 files after 60",
    "worker 1 (9): 511 MB after 210 MB",
  ]);
});
