import { expect, it } from 'vitest';
import { createAddressLimit, networkOf } from './address-limit.ts';

it('lets so many different things a minute through from an address, and leaves other addresses alone', () => {
  let now = 0;
  const limit = createAddressLimit(2, () => now);
  const countOnce = (address: string, mark: string) => {
    limit.demand(address, mark);
    limit.count(address, mark);
  };
  countOnce('192.0.2.1', 'a');
  countOnce('192.0.2.1', 'b');
  countOnce('192.0.2.1', 'a');
  now = 15_000;
  expect(() => countOnce('192.0.2.1', 'c')).toThrow(
    expect.objectContaining({ code: 'too_many_requests', details: { retry_after_seconds: 45 } }) as Error,
  );
  expect(() => countOnce('192.0.2.2', 'c')).not.toThrow();
  now = 60_000;
  expect(() => countOnce('192.0.2.1', 'c')).not.toThrow();
});

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:DB8:0:1::77', '2001:db8:0:1::/64'],
  ['2001:db8:0:1:ffff:ffff:ffff:ffff', '2001:db8:0:1::/64'],
  ['fd00::', 'fd00:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
