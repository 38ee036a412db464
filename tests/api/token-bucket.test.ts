import { TokenBucket } from "#api/realtime/sockets/token-bucket.ts";

describe("a token bucket", () => {
  const takeAll = (bucket: TokenBucket, now: number): number => {
    let takenTokens = 0;
    while (bucket.take(now)) takenTokens += 1;
    return takenTokens;
  };

  it("allows a burst and then a fixed number per second", () => {
    const bucket = new TokenBucket({ burst: 5, perSecond: 2 }, 1000);
    expect(takeAll(bucket, 1000)).toBe(5);
    expect(takeAll(bucket, 1499)).toBe(0);
    expect(takeAll(bucket, 2000)).toBe(2);
    expect(takeAll(bucket, 60_000)).toBe(5);
  });

  it("is full again once all tokens are back", () => {
    const bucket = new TokenBucket({ burst: 2, perSecond: 1 }, 0);
    expect(bucket.isFull(0)).toBe(true);
    bucket.take(0);
    expect([bucket.isFull(500), bucket.isFull(1000)]).toEqual([false, true]);
  });
});
