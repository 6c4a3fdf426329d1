import type { PartyGain, TransactionParties } from '@ledgergraph/graph-kit/transaction-parties';
import type { Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import { findIdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { computeAddressChanges } from './compute-address-changes.ts';
import type { TransactionFlows } from './read-parties.ts';

const PAYERS_MAX = 3;
const PAID_MAX = 10;
const IDENTITIES_MAX = 5;

type PartyPlace = Pick<TransactionParties, 'height' | 'index' | 'isStakedBlock'>;

export function describeParties(
  { chainId, transaction, spent }: TransactionFlows,
  place: PartyPlace,
): TransactionParties {
  const { outputs, shieldedValueBalance } = transaction;
  const changes = computeAddressChanges(chainId, spent, outputs).filter(
    ({ address }) => !SYSTEM_ADDRESSES.has(address),
  );
  const lost = (one: (typeof changes)[number]): boolean => one.amounts.some(({ satoshis }) => satoshis < 0n);
  const losers = changes.filter(lost).map(({ address, amounts }) => ({ address, native: nativeOf(chainId, amounts) }));
  const payers =
    losers.length > 0
      ? losers.sort((one, other) => compare(one.native, other.native)).map(({ address }) => address)
      : spendersOf(spent);
  const paid = changes
    .filter((one) => !lost(one))
    .flatMap(({ address, amounts }) => amounts.map((amount): PartyGain => ({ address, ...amount })));
  const kinds = new Set(outputs.map(({ kind }) => kind).filter((kind) => kind !== '' && kind !== 'evalnone'));
  return {
    ...place,
    payers: payers.slice(0, PAYERS_MAX),
    payerCount: payers.length,
    paid: paid.slice(0, PAID_MAX),
    paidCount: paid.length,
    shielded: shieldedValueBalance,
    kinds: [...kinds],
    identities: outputs.flatMap((output) => findIdentityState(output)?.identityAddress ?? []).slice(0, IDENTITIES_MAX),
  };
}

function nativeOf(chainId: string, amounts: readonly { currencyId: string; satoshis: bigint }[]): bigint {
  return amounts.find(({ currencyId }) => currencyId === chainId)?.satoshis ?? 0n;
}

function compare(one: bigint, other: bigint): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

function spendersOf(spent: readonly Output[]): string[] {
  return [...new Set(spent.flatMap(readIndexedAddresses))].filter((address) => !SYSTEM_ADDRESSES.has(address));
}
