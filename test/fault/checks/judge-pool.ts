import type { GraphqlAnswer, Untyped } from '@ledgergraph/test-kit/client';
import type { TreeBlock } from '../chain/block-tree.ts';

export const STATES_ASKED = 8;
const LISTED_MAX = 100;

const NUMBERS = Array.from({ length: STATES_ASKED }, (_, index) => index);

/** All in one response; `$t0`, `$t1` and so on are the transactions. */
export const POOL_OPERATION = `query (${NUMBERS.map((index) => `$t${index}: String!`).join(', ')}) {
  pendingTransactions(limit: ${LISTED_MAX}) { hasMore transactions { txid } }
  ${NUMBERS.map(
    (index) =>
      `t${index}: transactionStatus(txid: $t${index}) { txid state confirmations transaction { txid block { height hash } } }`,
  ).join('\n  ')}
}`;

/** For a client that has seen no transaction yet. */
export const LIST_OPERATION = `{ pendingTransactions(limit: ${LISTED_MAX}) { hasMore transactions { txid } } }`;

export class PlaceModel {
  readonly #blocks: ReadonlyMap<string, TreeBlock>;
  readonly #places = new Map<string, TreeBlock[]>();

  constructor(blocks: readonly TreeBlock[]) {
    this.#blocks = new Map(blocks.map((block) => [block.hash, block]));
    for (const block of blocks) {
      for (const { txid } of block.transactions) this.#places.set(txid, [...(this.#places.get(txid) ?? []), block]);
    }
  }

  find(hash: string): TreeBlock | undefined {
    return this.#blocks.get(hash);
  }

  findPlace(txid: string, tip: TreeBlock): TreeBlock | undefined {
    const places = this.#places.get(txid) ?? [];
    let block: TreeBlock | null = tip;
    for (; block !== null; block = block.parent) if (places.includes(block)) return block;
    return undefined;
  }
}

/** Listed transactions are in no block of the pin's branch, CONFIRMED ones are. @returns violations in words */
export function judgePool({ data, errors, chains, pools }: GraphqlAnswer, model: PlaceModel): string[] {
  // No mempool was read. Errors are judged elsewhere.
  const failed = new Set(errors.map(({ path }) => path?.[0]));
  if (Object.entries(data).every(([root, value]) => value === null && failed.has(root))) return [];
  const [at] = chains;
  const pin = at === undefined ? undefined : model.find(at.hash);
  if (at === undefined || pin === undefined) return [`an answer about the mempool at no known block: ${at?.hash}`];
  const wrong: string[] = [];
  if (pools.length !== 1 || pools[0]?.chainId !== at.chainId) {
    wrong.push(`extensions.pending does not name the chain: ${JSON.stringify(pools)}`);
  }
  // A part that failed decides nothing.
  const { hasMore, transactions } = data.pendingTransactions ?? { hasMore: true, transactions: [] };
  const txids: string[] = transactions.map(({ txid }: Untyped) => txid);
  const listed = new Set(txids);
  if (listed.size !== txids.length) wrong.push(`a transaction is listed twice: ${txids.join(' ')}`);
  for (const txid of listed) {
    const place = model.findPlace(txid, pin);
    if (place !== undefined) wrong.push(`${txid} is listed as pending at ${at.hash}, and stands in ${place.hash}`);
  }
  const statuses = NUMBERS.flatMap((index): Untyped[] => data[`t${index}`] ?? []);
  for (const status of statuses) {
    const { txid, state } = status;
    const states = new Set(statuses.filter((other) => other.txid === txid).map((other) => other.state));
    if (states.size > 1) wrong.push(`${txid} has several states in one response: ${[...states].join(' ')}`);
    if (listed.has(txid) && state !== 'PENDING') wrong.push(`${txid} is listed as pending and is ${state}`);
    if (!(listed.has(txid) || hasMore) && state === 'PENDING') wrong.push(`${txid} is PENDING and not listed`);
  }
  for (const root of NUMBERS.map((index) => `t${index}`)) {
    if (data[root] == null) continue;
    const faults = errors.filter(({ path }) => path?.[0] === root);
    wrong.push(...judgePlace(data[root], faults, pin, model));
  }
  return wrong;
}

/** @param faults errors below the status, which are judged elsewhere */
function judgePlace(status: Untyped, faults: GraphqlAnswer['errors'], pin: TreeBlock, model: PlaceModel): string[] {
  const { txid, state, confirmations, transaction } = status;
  const place = model.findPlace(txid, pin);
  const expected =
    place === undefined
      ? { confirmations: 0, block: null }
      : { confirmations: pin.height - place.height + 1, block: { height: place.height, hash: place.hash } };
  const failed = faults.some(({ path }) => path?.[1] === 'transaction');
  const block = transaction?.block ?? (failed ? expected.block : null);
  const got = { confirmations: Number(confirmations), block };
  if ((state === 'CONFIRMED') === (place !== undefined) && JSON.stringify(got) === JSON.stringify(expected)) return [];
  const reasons = faults.map(({ message }) => message).join('; ');
  const found = `${state} ${JSON.stringify(got)} (${reasons})`;
  return [`${txid} at ${pin.hash}: ${found} instead of ${JSON.stringify(expected)}`];
}
