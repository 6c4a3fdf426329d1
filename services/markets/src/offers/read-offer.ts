import type { Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { findIdentityState } from '@ledgergraph/verus-protocol/payloads/identity-primary';
import {
  decodeTransaction,
  type RawTransaction,
  TransactionDecodeError,
} from '@ledgergraph/verus-protocol/raw-transaction';
import { readScriptPayment } from '@ledgergraph/verus-protocol/script-payment';
import type { Amount, Asked, AskedOutput, Lot, PostedOffer } from './offer.ts';

/** Version 4 with its flag, and the version group of Sapling. */
const TRANSACTION_BEGINS = Buffer.from('0400008085202f89', 'hex');
const INDEX_KEYS = 2;
const LOT_KINDS = new Set(['commitmenthash', 'identityprimary']);

/** Unlike commitments and other states of identities, a lot names two keys of an index as R-addresses. */
export function readLot(txid: string, output: Output, chainId: string): Lot | undefined {
  if (output.index !== 0 || !LOT_KINDS.has(output.kind)) return undefined;
  if (output.addresses.filter((address) => address.startsWith('R')).length < INDEX_KEYS) return undefined;
  const gives = amounts(chainId, output.satoshis, output.currencyValues);
  const identityAddress = findIdentityState(output)?.identityAddress ?? null;
  return identityAddress === null && gives.length === 0 ? undefined : { txid, identityAddress, gives };
}

/** It stands in the last output. */
export function readPostedOffer(outputs: readonly Output[]): PostedOffer | undefined {
  const last = outputs.at(-1);
  if (last?.scriptType !== 'nulldata') return undefined;
  const transaction = findTransaction(last.script);
  const [input, ...inputs] = transaction?.inputs ?? [];
  const [asked, ...others] = transaction?.outputs ?? [];
  if (transaction === undefined || input === undefined || asked === undefined) return undefined;
  if (inputs.length > 0 || others.length > 0 || input.vout !== 0) return undefined;
  return {
    lotTxid: input.txid,
    expiryHeight: transaction.expiryHeight ?? 0,
    asked: { value: asked.value, script: asked.script.slice() },
  };
}

export function readAsked({ value, script }: AskedOutput, chainId: string): Asked {
  const payment = readScriptPayment(script);
  if (payment === undefined) return { asks: null, identityAddress: null, payTo: null };
  const tokens = Array.from(payment.tokens, ([currencyId, satoshis]) => ({ currencyId, satoshis }));
  return {
    asks: amounts(chainId, value, tokens),
    identityAddress: payment.identityAddress,
    payTo: payment.address,
  };
}

/** A token output lists native coins once more in its map. */
function amounts(chainId: string, native: bigint, tokens: readonly Amount[]): Amount[] {
  const others = tokens.filter(({ currencyId }) => currencyId !== chainId);
  const listed = others.map(({ currencyId, satoshis }) => ({ currencyId, satoshis }));
  return native > 0n ? [{ currencyId: chainId, satoshis: native }, ...listed] : listed;
}

function findTransaction(script: Uint8Array): RawTransaction | undefined {
  const bytes = Buffer.from(script.buffer, script.byteOffset, script.byteLength);
  const start = bytes.indexOf(TRANSACTION_BEGINS);
  if (start < 0) return undefined;
  try {
    return decodeTransaction(script.subarray(start), { dropsSurplus: true });
  } catch (error) {
    if (error instanceof TransactionDecodeError) return undefined;
    throw error;
  }
}
