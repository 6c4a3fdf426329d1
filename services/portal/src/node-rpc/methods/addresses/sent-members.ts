import { parseAddress } from '@ledgergraph/verus-protocol/address';
import { destinationText, readConditionDestinations } from '@ledgergraph/verus-protocol/condition-addresses';
import type { Values } from '#/gateway/gateway-client.ts';
import { listOf } from '#/gateway/values.ts';
import type { JsonMembers } from '../../json.ts';
import { addAmount, coinMembers } from './currency-values.ts';

/** Selects what is read of a `TransactionOutput`. */
export const SENT_OUTPUT = 'addresses script satoshis currencyValues { currencyId satoshis }';

export interface SentTransaction {
  readonly chainId: string;
  /** With the fields of `SENT_OUTPUT`. */
  readonly outputs: readonly Values[];
  /** Satoshis that go into the shielded pools. */
  readonly shielded: bigint;
}

interface Payee {
  /** Orders payees as verusd does. */
  readonly key: string;
  readonly address: string;
}

interface Payment {
  readonly payees: readonly Payee[];
  readonly amounts: Map<string, bigint>;
}

/** Sums that a transaction pays to each set of addresses (misc.cpp:GetDeltaOutputDetails, which drops the payloads that it gathers). */
export function sentMembers({ chainId, outputs, shielded }: SentTransaction): JsonMembers {
  const payments = new Map<string, Payment>();
  for (const output of outputs) {
    const payees = payeesOf(output);
    if (payees.length === 0) continue;
    const set = payees.map(({ key }) => key).join();
    const payment = payments.get(set) ?? { payees, amounts: new Map<string, bigint>() };
    payments.set(set, payment);
    const values = [...listOf(output, 'currencyValues'), { currencyId: chainId, satoshis: output.satoshis }];
    for (const { currencyId, satoshis } of values)
      addAmount(payment.amounts, String(currencyId), BigInt(String(satoshis)));
  }
  const ordered = [...payments].sort(([one], [other]) => (one < other ? -1 : 1));
  return {
    outputs: ordered.map(([, { payees, amounts }]) => {
      const addresses = payees.map(({ address }) => address);
      return { addresses: addresses.length === 1 ? (addresses[0] ?? '') : addresses, amounts: coinMembers(amounts) };
    }),
    privateoutput: shielded > 0n ? shielded : undefined,
  };
}

/** Each once, in order. */
function payeesOf({ script, addresses }: Values): Payee[] {
  const destinations = readConditionDestinations(Buffer.from(String(script), 'hex'));
  const payees =
    destinations?.map((one) => payeeOf(destinationText(one), one.bytes)) ??
    (addresses as readonly string[]).map((address) => payeeOf(address));
  const byKey = new Map(payees.map((payee) => [payee.key, payee]));
  return [...byKey.values()].sort((one, other) => (one.key < other.key ? -1 : 1));
}

/** Kinds in the order of verusd's CTxDestination; a whole key is another kind than its hash. */
const KINDS = ['KEY', 'PUBLIC_KEY_HASH', 'SCRIPT_HASH', 'IDENTITY', 'INDEX', 'QUANTUM'] as const;
const KEY_BYTES = 33;

/** @param bytes of a destination in a condition */
function payeeOf(address: string, bytes?: Uint8Array): Payee {
  const keyed = (kind: (typeof KINDS)[number], of: Uint8Array): Payee => ({
    address,
    key: `${KINDS.indexOf(kind)}${Buffer.from(of).toString('hex')}`,
  });
  if (bytes?.length === KEY_BYTES) return keyed('KEY', bytes);
  const parsed = parseAddress(address);
  return parsed === undefined ? { address, key: address } : keyed(parsed.kind, parsed.hash);
}
