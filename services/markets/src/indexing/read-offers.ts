import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { AskedOutput, Lot, PostedOffer } from '#/offers/offer.ts';
import { readLot, readPostedOffer } from '#/offers/read-offer.ts';

export interface LotSpend {
  lotTxid: string;
  /** Output at the position of the input: the asked one, if an offer is taken. */
  output: AskedOutput | null;
}

export interface OfferParts {
  txid: string;
  txIndex: number;
  spends: readonly LotSpend[];
  lot: Lot | null;
  posted: PostedOffer | null;
}

export function readOffers({ chainId, transactions }: Block): OfferParts[] {
  return transactions.flatMap((transaction) => {
    const parts = readTransaction(transaction, chainId);
    return parts.spends.length > 0 || parts.lot !== null || parts.posted !== null ? [parts] : [];
  });
}

function readTransaction(transaction: Transaction, chainId: string): OfferParts {
  const { index: txIndex, inputs, outputs } = transaction;
  const txid = hex(transaction.txid);
  const [first] = outputs;
  const spends = inputs.flatMap((input, position) => {
    if (input.coinbase.length > 0 || input.vout !== 0) return [];
    const output = outputs[position];
    // A view would keep the bytes of the whole block in memory.
    const copy = output === undefined ? null : { value: output.satoshis, script: output.script.slice() };
    return [{ lotTxid: hex(input.txid), output: copy }];
  });
  const lot = first === undefined ? null : (readLot(txid, first, chainId) ?? null);
  return { txid, txIndex, spends, lot, posted: readPostedOffer(outputs) ?? null };
}
