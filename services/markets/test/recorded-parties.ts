import { hex } from '@ledgergraph/chain-kit/hex';
import { type TransactionParties, writeParties } from '@ledgergraph/graph-kit/transaction-parties';
import { type Block, Validation } from '@ledgergraph/proto-schemas/chain/v1/block';
import { SYSTEM_ADDRESSES } from '@ledgergraph/verus-protocol/address';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { findIdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import { readMovements } from './recorded-movements.ts';

export interface SummaryReference {
  __typename: 'Transaction';
  chainId: string;
  txid: string;
  at: number | null;
  parties: string;
}

export function readSummaryReferences(blocks: readonly Block[]): SummaryReference[] {
  const movements = Map.groupBy(readMovements(blocks), ({ txid }) => txid);
  return blocks.slice(1).flatMap(({ chainId, height, validation, transactions }) =>
    transactions.map(({ txid: bytes, index, outputs, shieldedValueBalance }): SummaryReference => {
      const txid = hex(bytes);
      const own = (movements.get(txid) ?? []).filter(({ address }) => !SYSTEM_ADDRESSES.has(address));
      const losers = new Set(own.filter(({ amount }) => amount.startsWith('-')).map(({ address }) => address));
      const selves = new Set(own.filter(({ direction }) => direction === 'SELF').map(({ address }) => address));
      const payers = [...(losers.size > 0 ? losers : selves)];
      const paid = own
        .filter(({ address, amount }) => !losers.has(address) && amount !== '0.00000000')
        .map(({ address, currencyId, amount }) => ({ address, currencyId, satoshis: satoshisFromDecimalText(amount) }));
      const parties: TransactionParties = {
        height,
        index,
        isStakedBlock: validation === Validation.STAKE,
        shielded: shieldedValueBalance,
        payers: payers.slice(0, 3),
        payerCount: payers.length,
        paid: paid.slice(0, 10),
        paidCount: paid.length,
        kinds: [...new Set(outputs.map(({ kind }) => kind).filter((kind) => kind !== '' && kind !== 'evalnone'))],
        identities: outputs.flatMap((output) => findIdentityState(output)?.identityAddress ?? []),
      };
      return { __typename: 'Transaction', chainId, txid, at: null, parties: writeParties(parties) };
    }),
  );
}
