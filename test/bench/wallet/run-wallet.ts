import { generateAppliedBlocks } from '@ledgergraph/generators/generated-rows/address-history';
import { inventAddresses } from '@ledgergraph/generators/generated-rows/addresses';
import type { ExtremeRead } from '@ledgergraph/generators/generated-rows/big-address';
import { generateOrdinaryAddresses } from '@ledgergraph/generators/generated-rows/ordinary-addresses';
import { generateWallet } from '@ledgergraph/generators/generated-rows/wallet-history';
import { sealCursor } from '@ledgergraph/test-kit/seal-cursor';
import { CHAIN, openAddressStand } from '../big-address/address-stand.ts';
import { type BigAddressSamples, measureReads } from '../big-address/measure-reads.ts';

/** Each wallet has one in each block. */
const TRANSACTIONS = 100_000;
const MANY = inventAddresses('PUBLIC_KEY_HASH', 'wallet', 1_000);
const ONE = inventAddresses('PUBLIC_KEY_HASH', 'wallet of one', 1);
const ORDINARY = inventAddresses('PUBLIC_KEY_HASH', 'ordinary', 20_000);
const PAGE = 50;
const DEEP_PAGE = 500;
/** Before the ordinary ones in their blocks. */
const [MANY_AT, ONE_AT] = [1, 2];

const TRANSACTIONS_OF = `query ($addresses: [String!]!, $cursor: String) {
  walletTransactions(addresses: $addresses, limit: ${PAGE}, cursor: $cursor) {
    nextCursor transactions { txid blockHeight timestamp changes { currencyId amount } } } }`;
const UTXOS_OF = `query ($addresses: [String!]!, $currencyId: String) {
  walletUtxos(addresses: $addresses, currency: $currencyId, spendableOnly: true, limit: ${PAGE}) {
    nextCursor utxos { txid vout address value script } } }`;
const ADDRESSES = `query ($addresses: [String!]!) {
  addresses(addresses: $addresses) { address balance received sent txCount utxoCount lastSeenHeight } }`;

/** 1,000 addresses against one with as many transactions; 100 against one. */
export async function runWallet(
  rounds: number,
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<BigAddressSamples[]> {
  progress('wallet: generating rows');
  const stand = await openAddressStand(cleanup, async (db) => {
    await generateAppliedBlocks(db, CHAIN, TRANSACTIONS);
    const wallet = { chainId: CHAIN, transactions: TRANSACTIONS };
    await generateWallet(db, { ...wallet, addresses: MANY, txIndex: MANY_AT });
    await generateWallet(db, { ...wallet, addresses: ONE, txIndex: ONE_AT });
    const tokens = inventAddresses('IDENTITY', 'ordinary token', 100);
    await generateOrdinaryAddresses(db, { chainId: CHAIN, addresses: ORDINARY, tokens, tip: TRANSACTIONS });
  });
  const samples: BigAddressSamples[] = [];
  for (const { name, big, small } of listReads(stand.tipHash)) {
    progress(`wallet: ${name}`);
    samples.push(await measureReads(stand, { read: name, big, small }, rounds));
  }
  return samples;
}

function listReads(tipHash: string) {
  const read = (name: string, query: string, many: Record<string, unknown>, one: Record<string, unknown>) => {
    const side = (variables: Record<string, unknown>): ExtremeRead => ({ name, query, variables });
    return { name, big: side(many), small: side(one) };
  };
  // The newest is in the last block, each earlier one in the block before.
  const lastOfPageBefore = TRANSACTIONS - (DEEP_PAGE - 1) * PAGE + 1;
  const deep = (addresses: readonly string[], txIndex: number) => ({
    addresses,
    cursor: sealCursor(
      { field: 'walletTransactions', chainId: CHAIN, args: { addresses, order: 'DESC' } },
      { height: TRANSACTIONS, hash: tipHash },
      [lastOfPageBefore, txIndex],
    ),
  });
  const ofNative = (addresses: readonly string[]) => ({ addresses, currencyId: CHAIN });
  return [
    read('transactions, first page', TRANSACTIONS_OF, { addresses: MANY }, { addresses: ONE }),
    read(`transactions, page ${DEEP_PAGE}`, TRANSACTIONS_OF, deep(MANY, MANY_AT), deep(ONE, ONE_AT)),
    read('outputs to spend', UTXOS_OF, ofNative(MANY), ofNative(ONE)),
    read('100 addresses at once', ADDRESSES, { addresses: MANY.slice(0, 100) }, { addresses: MANY.slice(0, 1) }),
  ];
}
