import { PeerCounts } from "#api/realtime/watchers/peer-counts.ts";

describe("the watcher counts of other processes", () => {
  it("are summed over all processes", () => {
    const peers = new PeerCounts();
    peers.update(
      "one",
      [
        [7, 2],
        [8, 1],
      ],
      true,
      0,
    );
    peers.update("two", [[7, 3]], true, 0);
    expect([7, 8, 9].map((debateId) => peers.sum(debateId))).toEqual([5, 1, 0]);
  });

  it("are replaced by a full report and updated by a partial one", () => {
    const peers = new PeerCounts();
    peers.update(
      "one",
      [
        [7, 2],
        [8, 1],
      ],
      true,
      0,
    );
    peers.update("one", [[7, 4]], false, 0);
    expect([7, 8].map((debateId) => peers.sum(debateId))).toEqual([4, 1]);
    peers.update("one", [[7, 1]], true, 0);
    expect([7, 8].map((debateId) => peers.sum(debateId))).toEqual([1, 0]);
  });

  it("report whether a process is new", () => {
    const peers = new PeerCounts();
    expect(peers.update("one", [[7, 2]], false, 0)).toBe(true);
    expect(peers.update("one", [], false, 0)).toBe(false);
    expect(peers.sum(7)).toBe(2);
  });

  it("are removed with a process that stopped reporting", () => {
    const peers = new PeerCounts();
    peers.update("one", [[7, 2]], true, 10);
    peers.update("two", [[7, 3]], true, 11);
    peers.deleteBefore(11);
    expect(peers.sum(7)).toBe(3);
    expect(peers.update("one", [], true, 12)).toBe(true);
  });
});
