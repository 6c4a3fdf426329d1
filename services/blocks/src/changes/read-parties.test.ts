import { create } from '@bufbuild/protobuf';
import { type Output, OutputSchema, TransactionSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readCounterparty, readFeePart, type TransactionFlows } from './read-parties.ts';

const CHAIN = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const TOKEN = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';
/** The protocol's address that mints, burns and transfers of reserves pass through. */
const PROTOCOL = 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU';

function pay(addresses: string[], satoshis: bigint, tokens = 0n): Output {
  const currencyValues = tokens === 0n ? [] : [{ currencyId: TOKEN, satoshis: tokens }];
  return create(OutputSchema, { scriptType: 'cryptocondition', addresses, satoshis, currencyValues });
}

function flows(spent: Output[], outputs: Output[], shieldedValueBalance = 0n) {
  const inputs = spent.map(() => ({ txid: new Uint8Array(32) }));
  return { chainId: CHAIN, spent, transaction: create(TransactionSchema, { inputs, outputs, shieldedValueBalance }) };
}

test('an address pays the whole fee if all spent outputs with native value name it, and nothing comes out of the shielded pools', () => {
  const outputs = [pay(['Rb'], 9n)];
  const part = (spent: Output[], address: string) => readFeePart(flows(spent, outputs), [address], 3n);
  expect(part([pay(['Ra'], 12n)], 'Ra')).toBe(3n);
  expect(part([pay(['Ra'], 12n)], 'Rb')).toBe(0n);
  expect(part([pay(['Ra', 'Rc'], 10n), pay(['Ra'], 2n)], 'Ra')).toBe(3n);
  expect(part([pay(['Ra'], 12n), pay(['Rc'], 0n, 5n)], 'Ra')).toBe(3n);
  expect(part([pay(['Ra'], 12n), pay(['Rc'], 0n, 5n)], 'Rc')).toBe(0n);
  const unknown = flows([pay(['Ra'], 10n), pay(['Ra'], 10n)], outputs);
  expect(readFeePart({ ...unknown, spent: unknown.spent.slice(1) }, ['Ra'], 3n)).toBe(0n);
});

test('several that pay divide the fee in proportion to what each lost, to the last satoshi, and no one pays more than it lost', () => {
  const spent = [pay(['Rd'], 40n), pay(['Ra'], 33n), pay(['Rc'], 33n), pay(['Ra'], 1n), pay(['Re'], 10n)];
  const partsOf = (fee: bigint, of: TransactionFlows) =>
    ['Ra', 'Rb', 'Rc', 'Rd', 'Re'].map((address) => readFeePart(of, [address], fee));
  // Change goes to one of them, and to another address: Ra, Rc and Rd lose 34, 33 and 33.
  const paid = flows(spent, [pay(['Rd'], 7n), pay(['Re'], 12n), pay(['Rb'], 88n)]);
  expect(partsOf(10n, paid)).toEqual([3n, 0n, 3n, 4n, 0n]);
  for (let fee = 0n; fee <= 100n; fee += 1n) {
    const parts = partsOf(fee, paid);
    expect(parts.reduce((sum, part) => sum + part)).toBe(fee);
    for (const [index, lost] of [34n, 0n, 33n, 33n, 0n].entries()) expect(parts[index]).toBeLessThanOrEqual(lost);
  }
  // Nothing but the fee is lost: each part is the whole loss.
  expect(partsOf(100n, flows(spent, [pay(['Rd'], 7n), pay(['Re'], 10n)]))).toEqual([34n, 0n, 33n, 33n, 0n]);
});

test('what comes out of the shielded pools, or of outputs that no one has, pays its part of the fee, and the protocol pays none', () => {
  const outputs = [pay(['Rb'], 90n)];
  const part = (spent: Output[], shielded?: bigint) => readFeePart(flows(spent, outputs, shielded), ['Ra'], 10n);
  expect(part([pay(['Ra'], 50n)], 50n)).toBe(5n);
  expect(part([pay(['Ra'], 25n), pay([], 75n)])).toBe(3n);
  expect(part([pay(['Ra', PROTOCOL], 50n), pay(['Rc'], 50n)])).toBe(5n);
  expect(readFeePart(flows([pay(['Ra'], 10n), pay(['Rc'], 10n)], [pay(['Ra', 'Rc'], 9n)]), ['Ra'], 11n)).toBe(1n);
  expect(readFeePart(flows([pay(['Ra'], 10n), pay(['Rc'], 10n)], [pay(['Ra', 'Rc'], 10n)]), ['Ra'], 10n)).toBe(0n);
});

test('the counterparty is the one address that the currency went to, or came from', () => {
  const paid = flows([pay(['Ra'], 10n)], [pay(['Rb'], 6n), pay(['Ra'], 3n)]);
  expect(readCounterparty(paid, ['Ra'], CHAIN)).toBe('Rb');
  expect(readCounterparty(paid, ['Rb'], CHAIN)).toBe('Ra');
  expect(readCounterparty(paid, ['Ra'], TOKEN)).toBeNull();
  const withToken = flows([pay(['Ra'], 10n), pay(['Rb'], 0n, 5n)], [pay(['Rb'], 9n), pay(['Rc'], 0n, 5n)]);
  expect(readCounterparty(withToken, ['Rb'], CHAIN)).toBe('Ra');
  expect(readCounterparty(withToken, ['Rb'], TOKEN)).toBe('Rc');
});

test('there is no counterparty of an address that pays itself, and none where it is not one address', () => {
  expect(readCounterparty(flows([pay(['Ra'], 10n)], [pay(['Ra'], 10n)]), ['Ra'], CHAIN)).toBeNull();
  const toTwo = flows([pay(['Ra'], 10n)], [pay(['Rb'], 5n), pay(['Rc'], 4n)]);
  expect(readCounterparty(toTwo, ['Ra'], CHAIN)).toBeNull();
  expect(readCounterparty(toTwo, ['Rc'], CHAIN)).toBe('Ra');
  expect(readCounterparty(flows([pay(['Ra'], 10n)], [pay([PROTOCOL], 9n)]), ['Ra'], CHAIN)).toBeNull();
  expect(readCounterparty(flows([], [pay(['Ra'], 9n)]), ['Ra'], CHAIN)).toBeNull();
});

test('where a part went into the shielded pools, or to an output without an address, the other side is not one address', () => {
  const spent = [pay(['Ra'], 10n)];
  expect(readCounterparty(flows(spent, [pay(['Rb'], 6n)], -3n), ['Ra'], CHAIN)).toBeNull();
  expect(readCounterparty(flows(spent, [pay(['Rb'], 6n)], -3n), ['Rb'], CHAIN)).toBe('Ra');
  expect(readCounterparty(flows(spent, [pay(['Rb'], 16n)], 7n), ['Rb'], CHAIN)).toBeNull();
  expect(readCounterparty(flows(spent, [pay(['Rb'], 6n), pay([], 3n)]), ['Ra'], CHAIN)).toBeNull();
  expect(readCounterparty(flows(spent, [pay(['Rb'], 6n), pay([], 0n)]), ['Ra'], CHAIN)).toBe('Rb');
});

test('the addresses of a wallet are one party: they pay for each other, and a payment between them has no other side', () => {
  const paid = flows([pay(['Ra'], 10n), pay(['Rb'], 10n), pay(['Rc'], 10n)], [pay(['Rb'], 5n), pay(['Rd'], 16n)]);
  expect(readFeePart(paid, ['Rb', 'Ra', 'Rc'], 9n)).toBe(9n);
  expect(readFeePart(paid, ['Rb', 'Ra'], 10n) + readFeePart(paid, ['Rc'], 10n)).toBe(10n);
  expect(readFeePart(paid, ['Rb', 'Ra'], 10n)).toBe(6n);
  expect(readCounterparty(paid, ['Ra', 'Rb'], CHAIN)).toBe('Rd');
  expect(readCounterparty(flows([pay(['Ra'], 10n)], [pay(['Rb'], 9n)]), ['Ra', 'Rb'], CHAIN)).toBeNull();
  const shared = flows([pay(['Ra', 'Rb'], 10n)], [pay(['Rc'], 9n)]);
  expect(readCounterparty(shared, ['Ra', 'Rb'], CHAIN)).toBe('Rc');
  expect(readCounterparty(shared, ['Rc'], CHAIN)).toBeNull();
});
