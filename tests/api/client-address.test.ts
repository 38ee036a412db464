import { normalizeClientAddress } from "#api/http/rate-limiting/client-address.ts";

describe("rate limits count as one client", () => {
  it.each([
    ["an IPv4 address", "192.0.2.7", "192.0.2.7"],
    ["an IPv4-mapped IPv6 address", "::ffff:192.0.2.7", "192.0.2.7"],
    ["an IPv6 network of 64 bits", "2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"],
    ["one with zeros shortened in its host part", "2001:db8:1:2::6", "2001:db8:1:2::/64"],
    ["one in capitals and with leading zeros", "2001:0DB8:0001:0002::1", "2001:db8:1:2::/64"],
    ["one with zeros shortened in its network part", "2001:db8::1", "2001:db8:0:0::/64"],
    ["the loopback address, which has no network", "::1", "::1"],
    ["one with a zone", "fe80::1%eth0", "fe80:0:0:0::/64"],
    ["one that ends in zeros", "2001:db8:1:2::", "2001:db8:1:2::/64"],
    ["a text that is not an address", "unknown", "unknown"],
    ["a missing address", undefined, ""],
  ])("%s: %s", (_what, address, sender) => expect(normalizeClientAddress(address)).toBe(sender));

  it("but not two networks", () => {
    expect(normalizeClientAddress("2001:db8:1:3::6")).not.toBe(
      normalizeClientAddress("2001:db8:1:2::6"),
    );
  });
});
