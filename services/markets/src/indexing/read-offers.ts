import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Transaction } from '@ledgergraph/proto-schemas/chain/v1/block';
import type { AskedOutput, Lot, PostedOffer } from '#/offers/offer.ts';
import { readLot, readPostedOffer } from '#/offers/read-offer.ts';

/** A spend of output 0 of a transaction, which is where lots lie. */
export interface LotSpend {
  lotTxid: string;
  /** Output of the spending transaction at the position of the input: of a taken offer it is the asked one. */
  output: AskedOutput | null;
}

/** Parts of a transaction that matter to offers. */
export interface OfferParts {
  txid: string;
  txIndex: number;
  spends: readonly LotSpend[];
  lot: Lot | null;
  posted: PostedOffer | null;
}

/** Pure. Transactions without any such part are left out. */
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
    // A copy: the bytes of the whole block would live as long as a view of them.
    const copy = output === undefined ? null : { value: output.satoshis, script: output.script.slice() };
    return [{ lotTxid: hex(input.txid), output: copy }];
  });
  const lot = first === undefined ? null : (readLot(txid, first, chainId) ?? null);
  return { txid, txIndex, spends, lot, posted: readPostedOffer(outputs) ?? null };
}
