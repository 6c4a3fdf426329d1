import type { GraphqlAnswer, Untyped } from '@ledgergraph/test-kit/client';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import type { ExpectedState, Watched } from '../../e2e/reorganisations/chain-model.ts';
import { type ExpectedFlows, FLOW_SELECTION } from './watched-flows.ts';
import { MARKET_LISTS, selectMarkets } from './watched-markets.ts';

/** While parts of the installation are away (docs/internal-contracts.md, Error codes). */
const PASSING_CODES = new Set([
  'NOT_FOUND',
  'CHAIN_REORGANIZED',
  'SUBGRAPH_UNAVAILABLE',
  'SUBGRAPH_TIMEOUT',
  'INTERNAL_SERVER_ERROR',
]);

/** All these change in nearly every block. */
export function writeOperation({ addresses, identities, currencies }: Watched, chainId: string): string {
  return `{
    syncState { lastBlockHeight lastBlockHash status subgraphs { name height hash } }
    blocks(limit: 1) { blocks { height hash nextHash } }
    coin: currencyState(currency: "${chainId}") { supply blockHeight }
    ${addresses.map(
      (address, index) => `a${index}: address(address: "${address}") { balance
      transactions(limit: 1) { transactions { txid transaction { block { hash } } } } }`,
    )}
    ${identities.map((id, index) => `i${index}: identity(identity: "${id}") { txid version }`)}
    ${currencies.map((id, index) => `c${index}: currencyState(currency: "${id}") { txid }`)}
    ${FLOW_SELECTION}
    ${selectMarkets(chainId)}
  }`;
}

/** A missing part needs an error, and NOT_FOUND is right only where the block has no such thing. @returns violations in words */
export function judgeAnswer(
  answer: GraphqlAnswer,
  watched: Watched,
  expected: ExpectedState,
  flows: ExpectedFlows,
): string[] {
  const wrong: string[] = [];
  const data: Untyped = answer.data ?? {};
  const rootsOf = (errors: GraphqlAnswer['errors']) => new Set(errors.map(({ path }) => String(path?.[0] ?? '')));
  const excused = rootsOf(answer.errors.filter(({ extensions }) => extensions.code !== 'NOT_FOUND'));
  const compare = (root: string, got: unknown, want: unknown): void => {
    if (JSON.stringify(got) !== JSON.stringify(want)) {
      const errors = answer.errors.filter(({ path }) => path?.[0] === root).map(({ message }) => message);
      wrong.push(
        `${root} at block ${expected.height}: ${JSON.stringify(got)} (${errors.join('; ')}) instead of ${JSON.stringify(want)}`,
      );
    }
  };
  const each = (root: string, want: unknown = null, read: (part: Untyped) => unknown): void => {
    const part = data[root];
    // A failed fetch leaves null somewhere inside.
    if (excused.has(root) || (excused.has('') && part == null)) return;
    compare(root, part == null ? null : read(part), want);
  };
  const { height, hash } = expected;
  each('syncState', { height, hash }, (part) => ({ height: part.lastBlockHeight, hash: part.lastBlockHash }));
  each('blocks', [{ height, hash, nextHash: null }], (part) => part.blocks);
  each('coin', { supply: expected.supply, height }, (part) => ({
    supply: satoshis(part.supply),
    height: part.blockHeight,
  }));
  for (const [index, address] of watched.addresses.entries()) {
    each(`a${index}`, expected.addresses[address], ({ balance, transactions: { transactions } }) => ({
      satoshis: satoshis(balance),
      lastTxid: transactions[0]?.txid ?? null,
      lastBlockHash: transactions[0]?.transaction.block.hash ?? null,
    }));
  }
  for (const [index, id] of watched.identities.entries()) {
    each(`i${index}`, expected.identities[id], ({ txid, version }) => ({ txid, version }));
  }
  for (const [index, id] of watched.currencies.entries()) {
    each(`c${index}`, expected.currencies[id], ({ txid }) => ({ txid }));
  }
  each('registrations', flows.registrations, (part) => part.registrations);
  each('producers', flows.rewards, ({ producers }) =>
    producers.map(({ address, reward }: Untyped) => [address.address, satoshis(reward)]).sort(),
  );
  each('hours', flows.hours, (part) => part.statistics);
  for (const [list, read] of Object.entries(MARKET_LISTS)) each(list, flows.markets[list], read);
  return wrong;
}

export function judgeErrors({ status, errors }: GraphqlAnswer): string[] {
  const foreign = errors.filter(({ extensions }) => !PASSING_CODES.has(extensions?.code));
  return foreign.map((error) => `HTTP ${status}: ${JSON.stringify(error)}`);
}

function satoshis(decimal: string): string {
  return satoshisFromDecimalText(decimal).toString();
}
