import { create } from '@bufbuild/protobuf';
import { type Output, OutputSchema, TransactionSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { isOnlyPayer, readCounterparty } from './read-parties.ts';

const CHAIN = 'iJhCezBExJHvtyH3fGhNnt2NhU4Ztkf2yq';
const TOKEN = 'iRdpuZUyofQFKjGy4K4yZhG8K2MdJuzUqX';
/** The address that mints, burns and transfers reserves pass through: an address of the protocol. */
const PROTOCOL = 'RTqQe58LSj2yr5CrwYFwcsAQ1edQwmrkUU';

function pay(addresses: string[], satoshis: bigint, tokens = 0n): Output {
  const currencyValues = tokens === 0n ? [] : [{ currencyId: TOKEN, satoshis: tokens }];
  return create(OutputSchema, { scriptType: 'cryptocondition', addresses, satoshis, currencyValues });
}

function flows(spent: Output[], outputs: Output[], shieldedValueBalance = 0n) {
  const inputs = spent.map(() => ({ txid: new Uint8Array(32) }));
  return { chainId: CHAIN, spent, transaction: create(TransactionSchema, { inputs, outputs, shieldedValueBalance }) };
}

test('an address alone pays if all spent outputs with native value name it, and nothing comes out of the shielded pools', () => {
  const outputs = [pay(['Rb'], 9n)];
  expect(isOnlyPayer(flows([pay(['Ra'], 10n)], outputs), 'Ra')).toBe(true);
  expect(isOnlyPayer(flows([pay(['Ra', 'Rc'], 10n), pay(['Ra'], 1n)], outputs), 'Ra')).toBe(true);
  expect(isOnlyPayer(flows([pay(['Ra', 'Rc'], 10n), pay(['Ra'], 1n)], outputs), 'Rc')).toBe(false);
  expect(isOnlyPayer(flows([pay(['Ra'], 10n), pay(['Rc'], 0n, 5n)], outputs), 'Ra')).toBe(true);
  expect(isOnlyPayer(flows([pay(['Ra'], 10n), pay(['Rc'], 1n)], outputs), 'Ra')).toBe(false);
  expect(isOnlyPayer(flows([pay(['Ra'], 10n)], outputs, 1n), 'Ra')).toBe(false);
  expect(isOnlyPayer(flows([pay(['Ra'], 0n, 5n)], outputs), 'Ra')).toBe(false);
  const unknown = flows([pay(['Ra'], 10n), pay(['Ra'], 10n)], outputs);
  expect(isOnlyPayer({ ...unknown, spent: unknown.spent.slice(1) }, 'Ra')).toBe(false);
});

test('the counterparty is the one address that the currency went to, or came from', () => {
  const paid = flows([pay(['Ra'], 10n)], [pay(['Rb'], 6n), pay(['Ra'], 3n)]);
  expect(readCounterparty(paid, 'Ra', CHAIN)).toBe('Rb');
  expect(readCounterparty(paid, 'Rb', CHAIN)).toBe('Ra');
  expect(readCounterparty(paid, 'Ra', TOKEN)).toBeNull();
  const withToken = flows([pay(['Ra'], 10n), pay(['Rb'], 0n, 5n)], [pay(['Rb'], 9n), pay(['Rc'], 0n, 5n)]);
  expect(readCounterparty(withToken, 'Rb', CHAIN)).toBe('Ra');
  expect(readCounterparty(withToken, 'Rb', TOKEN)).toBe('Rc');
});

test('there is no counterparty of an address that pays itself, and none where it is not one address', () => {
  expect(readCounterparty(flows([pay(['Ra'], 10n)], [pay(['Ra'], 10n)]), 'Ra', CHAIN)).toBeNull();
  const toTwo = flows([pay(['Ra'], 10n)], [pay(['Rb'], 5n), pay(['Rc'], 4n)]);
  expect(readCounterparty(toTwo, 'Ra', CHAIN)).toBeNull();
  expect(readCounterparty(toTwo, 'Rc', CHAIN)).toBe('Ra');
  expect(readCounterparty(flows([pay(['Ra'], 10n)], [pay([PROTOCOL], 9n)]), 'Ra', CHAIN)).toBeNull();
  expect(readCounterparty(flows([], [pay(['Ra'], 9n)]), 'Ra', CHAIN)).toBeNull();
});

test('where a part went into the shielded pools, or to an output without an address, the other side is not one address', () => {
  const spent = [pay(['Ra'], 10n)];
  expect(readCounterparty(flows(spent, [pay(['Rb'], 6n)], -3n), 'Ra', CHAIN)).toBeNull();
  expect(readCounterparty(flows(spent, [pay(['Rb'], 6n)], -3n), 'Rb', CHAIN)).toBe('Ra');
  expect(readCounterparty(flows(spent, [pay(['Rb'], 16n)], 7n), 'Rb', CHAIN)).toBeNull();
  expect(readCounterparty(flows(spent, [pay(['Rb'], 6n), pay([], 3n)]), 'Ra', CHAIN)).toBeNull();
  expect(readCounterparty(flows(spent, [pay(['Rb'], 6n), pay([], 0n)]), 'Ra', CHAIN)).toBe('Rb');
});
