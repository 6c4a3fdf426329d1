import type { UtxoPlace } from '@ledgergraph/test-kit/utxo-height';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import { type AddressMove, compareChanges } from './changes.ts';
import { type Ask, type Differences, forEachParallel, type RecordedAnswer, type Untyped, walk } from './oracle.ts';

const ADDRESS = `query ($address: String!) { address(address: $address) {
  balance received sent txCount utxoCount
  balances(limit: 100) { hasMore balances { currencyId satoshis received } } } }`;
const UTXOS = `query ($address: String!, $cursor: String) { addressUtxos(address: $address, limit: 100, cursor: $cursor) {
  hasMore nextCursor totalCount utxos { txid vout satoshis height: blockHeight script isCoinbase confirmations spendable currencyValues { currencyId amount } } } }`;
const TRANSACTIONS = `query ($address: String!, $cursor: String) { addressTransactions(address: $address, order: ASC, limit: 100, cursor: $cursor) {
  hasMore nextCursor totalCount transactions { txid blockHeight balanceAfter amounts { currencyId satoshis } } } }`;

type Amounts = Record<string, string>;

/** docs/verus/addresses.md#index: absent from the node's index. */
export const NOT_INDEXED = {
  'vrsctest-a': new Set(['RRw9rJMPwdNqC1wgXn5vryJwMDyBgpXjYT']),
  'pchain-a': new Set<string>(),
};

const coins = (text: string): string => satoshisFromDecimalText(text).toString();
export const addressOf = (answer: RecordedAnswer): string =>
  (answer.params[0] as { addresses: string[] }).addresses[0] ?? '';
const sorted = <Row>(rows: Row[]): Row[] => rows.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));

export interface AddressOracle {
  chainId: string;
  tip: number;
  coinbaseMaturity: number;
  /** See `findFreeIdentities`. */
  freeIdentities: ReadonlySet<string>;
  /** The node loses some in a reorganisation: see `utxoHeightIn`. */
  utxoHeight: (row: UtxoPlace) => number;
  /** Addresses that the node names in an output and yet leaves out of its index (docs/verus/addresses.md#index). */
  notIndexed: ReadonlySet<string>;
  isPartial?: boolean;
}

export async function compareAddresses(
  ask: Ask,
  answers: RecordedAnswer[],
  oracle: AddressOracle,
  differences: Differences,
): Promise<void> {
  const of = (method: string): RecordedAnswer[] =>
    answers.filter((answer) => answer.method === method && answer.error === undefined);
  await forEachParallel(of('getaddressbalance'), (answer) => compareBalance(ask, answer, differences));
  const indexed = (answer: RecordedAnswer): boolean => !oracle.notIndexed.has(addressOf(answer));
  await forEachParallel(of('getaddressutxos').filter(indexed), (answer) =>
    compareUtxos(ask, answer, oracle, differences),
  );
  const orders = new Map(of('getaddresstxids').map((answer) => [addressOf(answer), answer.result as string[]]));
  const moves: AddressMove[] = [];
  await forEachParallel(of('getaddressdeltas').filter(indexed), async (answer) => {
    const rows = await compareHistory(ask, answer, orders.get(addressOf(answer)) ?? [], oracle, differences);
    for (const { txid, amounts } of rows) moves.push({ address: addressOf(answer), txid, amounts });
  });
  const read = oracle.isPartial === true ? new Set(moves.map(({ address }) => address)) : undefined;
  await compareChanges(
    ask,
    moves,
    (address) => !oracle.notIndexed.has(address) && read?.has(address) !== false,
    differences,
  );
}

/** They can sign in the block after the last of these. */
export function findFreeIdentities(blocks: readonly Untyped[]): Set<string> {
  const states = new Map<string, Untyped>();
  for (const { tx } of blocks) {
    for (const { vout } of tx) {
      for (const { scriptPubKey } of vout) {
        const state = scriptPubKey.identityprimary;
        if (state?.identityaddress !== undefined) states.set(state.identityaddress, state);
      }
    }
  }
  const isFree = ({ flags, timelock = 0 }: Untyped): boolean => (flags & 0x8002) === 0 && timelock < blocks.length;
  return new Set([...states].filter(([, state]) => isFree(state)).map(([id]) => id));
}

async function compareBalance(ask: Ask, answer: RecordedAnswer, differences: Differences): Promise<void> {
  const address = addressOf(answer);
  const { data, errors } = await ask(ADDRESS, { address });
  differences.compare(`${address} errors`, errors, []);
  const ours = data.address;
  differences.compare(`${address} balance`, coins(ours.balance), String(answer.result.balance));
  differences.compare(`${address} received`, coins(ours.received), String(answer.result.received));
  const sent = BigInt(answer.result.received) - BigInt(answer.result.balance);
  differences.compare(`${address} sent`, coins(ours.sent), sent.toString());
  const rows = ours.balances.balances as { currencyId: string; satoshis: string; received: string }[];
  const nonZero = (amounts: Amounts): Amounts =>
    Object.fromEntries(Object.entries(amounts).filter(([, amount]) => amount !== '0'));
  const nodeAmounts = (amounts: Amounts | undefined): Amounts =>
    nonZero(Object.fromEntries(Object.entries(amounts ?? {}).map(([id, amount]) => [id, coins(amount)])));
  differences.compare(
    `${address} balances`,
    nonZero(Object.fromEntries(rows.map((row) => [row.currencyId, row.satoshis]))),
    nodeAmounts(answer.result.currencybalance),
  );
  differences.compare(
    `${address} received by currency`,
    nonZero(Object.fromEntries(rows.map((row) => [row.currencyId, coins(row.received)]))),
    nodeAmounts(answer.result.currencyreceived),
  );
}

async function compareUtxos(
  ask: Ask,
  answer: RecordedAnswer,
  oracle: AddressOracle,
  differences: Differences,
): Promise<void> {
  const address = addressOf(answer);
  const ours = await walk(async (cursor) => {
    const { data } = await ask(UTXOS, { address, cursor });
    return { ...data.addressUtxos, rows: data.addressUtxos.utxos };
  });
  // Recorded blocks spend coinbases exactly this much older; the next block counts.
  const mature = (row: { isCoinbase: boolean; height: number }): boolean =>
    !row.isCoinbase || oracle.tip + 1 - row.height >= oracle.coinbaseMaturity;
  differences.compare(
    `${address} utxos`,
    sorted(
      ours.map((row) => ({
        txid: row.txid,
        vout: row.vout,
        satoshis: row.satoshis,
        height: row.height,
        script: row.script,
        tokens: Object.fromEntries(
          row.currencyValues.map((value: { currencyId: string; amount: string }) => [value.currencyId, value.amount]),
        ),
      })),
    ),
    sorted(
      answer.result.map((row: UtxoPlace & Record<string, unknown>) => ({
        txid: row.txid,
        vout: row.outputIndex,
        satoshis: String(row.satoshis),
        height: oracle.utxoHeight(row),
        script: row.script,
        tokens: withoutNative(row.currencyvalues as Amounts | undefined, oracle.chainId),
      })),
    ),
  );
  // No recorded output needs several signatures, so an identity is the one that signs.
  const mayBeSigned = ({ addresses = [address] }: { addresses?: string[] }): boolean =>
    addresses.every((owner) => !owner.startsWith('i') || oracle.freeIdentities.has(owner));
  const nodeSpendable = new Map(
    answer.result.map((row: Record<string, unknown>) => [
      `${row.txid}:${row.outputIndex}`,
      row.isspendable === 1 && mayBeSigned(row),
    ]),
  );
  for (const row of ours) {
    // The node's flag describes the script alone.
    const expected = nodeSpendable.get(`${row.txid}:${row.vout}`) === true && mature(row);
    differences.compare(`${address} ${row.txid}:${row.vout} spendable`, row.spendable, expected);
    differences.compare(
      `${address} ${row.txid}:${row.vout} confirmations`,
      row.confirmations,
      oracle.tip - row.height + 1,
    );
  }
}

function withoutNative(amounts: Amounts | undefined, chainId: string): Amounts {
  return Object.fromEntries(Object.entries(amounts ?? {}).filter(([id]) => id !== chainId));
}

interface Delta {
  satoshis: number | string;
  txid: string;
  height: number;
  currencyvalues?: Amounts;
}

async function compareHistory(
  ask: Ask,
  answer: RecordedAnswer,
  txids: string[],
  oracle: AddressOracle,
  differences: Differences,
): Promise<Untyped[]> {
  const address = addressOf(answer);
  const ours = await walk(async (cursor) => {
    const { data } = await ask(TRANSACTIONS, { address, cursor });
    return { ...data.addressTransactions, rows: data.addressTransactions.transactions };
  });
  differences.compare(
    `${address} txids`,
    ours.map((row) => row.txid),
    txids,
  );

  const nets = new Map<string, { height: number; amounts: Map<string, bigint> }>();
  for (const delta of answer.result as Delta[]) {
    const net = nets.get(delta.txid) ?? { height: delta.height, amounts: new Map<string, bigint>() };
    const add = (id: string, amount: bigint): void => void net.amounts.set(id, (net.amounts.get(id) ?? 0n) + amount);
    add(oracle.chainId, BigInt(delta.satoshis));
    for (const [id, amount] of Object.entries(withoutNative(delta.currencyvalues, oracle.chainId))) {
      add(id, satoshisFromDecimalText(amount));
    }
    nets.set(delta.txid, net);
  }
  let balance = 0n;
  for (const row of ours) {
    const net = nets.get(row.txid);
    balance += net?.amounts.get(oracle.chainId) ?? 0n;
    const what = `${address} in ${row.txid}`;
    differences.compare(`${what} height`, row.blockHeight, net?.height);
    differences.compare(`${what} balance after`, coins(row.balanceAfter), balance.toString());
    differences.compare(
      `${what} amounts`,
      nonZeroSorted(
        row.amounts.map((amount: { currencyId: string; satoshis: string }) => [amount.currencyId, amount.satoshis]),
      ),
      nonZeroSorted([...(net?.amounts ?? [])].map(([id, amount]) => [id, amount.toString()])),
    );
  }
  return ours;
}

function nonZeroSorted(amounts: [string, string][]): [string, string][] {
  return amounts.filter(([, amount]) => amount !== '0').sort(([a], [b]) => (a < b ? -1 : 1));
}
