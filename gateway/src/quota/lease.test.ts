import { Lease } from './lease.ts';

const month = { startsAt: Date.UTC(2026, 10, 1), endsAt: Date.UTC(2026, 11, 1) };
const now = Date.UTC(2026, 10, 15);

function lease(size: bigint, reserved: number): Lease {
  const made = new Lease({ id: 'l', size, month, now });
  for (let call = 0; call < reserved; call++) made.reserve(now);
  return made;
}

test('units that were given back stay so: a refund after it makes the lease smaller at once', () => {
  const given = lease(10n, 3);
  given.release();
  expect(given.report()).toEqual({ leaseId: 'l', spent: 0n, size: 3n, closed: false });
  given.refund();
  expect(given.report()).toEqual({ leaseId: 'l', spent: 0n, size: 2n, closed: false });
  expect(given.reserve(now)).toBe(false);
  given.commit();
  given.refund();
  expect(given.report()).toEqual({ leaseId: 'l', spent: 1n, size: 1n, closed: true });
});

test('a lease is over when all of it is spent, and no earlier', () => {
  const spent = lease(2n, 2);
  expect(spent.reserve(now)).toBe(false);
  spent.commit();
  expect(spent.report().closed).toBe(false);
  spent.commit();
  expect(spent.report()).toEqual({ leaseId: 'l', spent: 2n, size: 2n, closed: true });
});

test('a refunded unit is there for the next call', () => {
  const full = lease(1n, 1);
  full.refund();
  expect(full.available).toBe(1);
  expect([full.reserve(now), full.reserve(now)]).toEqual([true, false]);
});
