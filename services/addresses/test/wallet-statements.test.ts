import { Random } from '@ledgergraph/chain-generator/random';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import { PCHAIN, VRSCTEST } from './address-database.ts';
import type { Untyped } from './address-graph.ts';
import { countOnce, expectedStatement, type Wallet } from './expected-statement.ts';
import { type GraphStand, standOf } from './graph-stand.ts';
import { countMovements, sumOf } from './recorded-movements.ts';
import { buildSharedBlocks, KEYS, LOCKED, TIP } from './shared-outputs.ts';

const WALLETS = 14;
const QUERY = `query ($chainId: String, $addresses: [String!]!, $currency: String, $fromHeight: BigInt, $toHeight: BigInt, $order: SortOrder,
    $asOf: AsOf, $limit: Int, $cursor: String) {
  walletStatement(chainId: $chainId, addresses: $addresses, currency: $currency, fromHeight: $fromHeight, toHeight: $toHeight, order: $order,
    asOf: $asOf, limit: $limit, cursor: $cursor) {
    totalCount hasMore nextCursor
    movements { txid blockHeight addresses currencyId currency { currencyId } amount balance direction } } }`;

const BALANCES = `query ($chainId: String, $addresses: [String!]!, $currency: String, $fromHeight: BigInt, $toHeight: BigInt, $order: SortOrder,
    $asOf: AsOf, $limit: Int, $cursor: String) {
  walletStatement(chainId: $chainId, addresses: $addresses, currency: $currency, fromHeight: $fromHeight, toHeight: $toHeight, order: $order,
    asOf: $asOf) { FIELD(limit: $limit, cursor: $cursor) { balances { currencyId amount } hasMore nextCursor } } }`;

const seed = jest.getSeed();

function openWalks(stand: GraphStand, chainId: string) {
  async function walkBalances(wallet: Wallet, field: string, limitOf: () => number): Promise<Untyped[]> {
    const balances: Untyped[] = [];
    for (let cursor: string | null = null; ; ) {
      const limit = limitOf();
      const { walletStatement } = await stand.ask(BALANCES.replace('FIELD', field), {
        ...wallet,
        chainId,
        limit,
        cursor,
      });
      const { balances: page, hasMore, nextCursor } = walletStatement[field];
      expect(hasMore).toBe(nextCursor !== null);
      if (hasMore) expect(page).toHaveLength(limit);
      balances.push(...page);
      if (nextCursor === null) return balances;
      cursor = nextCursor;
    }
  }

  async function walk(wallet: Wallet, limitOf: () => number): Promise<Untyped> {
    const movements: Untyped[] = [];
    for (let cursor: string | null = null; ; ) {
      const limit = limitOf();
      const { walletStatement } = await stand.ask(QUERY, { ...wallet, chainId, limit, cursor });
      const { movements: page, totalCount, hasMore, nextCursor } = walletStatement;
      expect(hasMore).toBe(nextCursor !== null);
      if (hasMore) expect(page).toHaveLength(limit);
      movements.push(...page);
      cursor = nextCursor;
      if (cursor !== null) continue;
      const openingBalances = await walkBalances(wallet, 'openingBalances', limitOf);
      const closingBalances = await walkBalances(wallet, 'closingBalances', limitOf);
      return { totalCount, openingBalances, closingBalances, movements };
    }
  }

  return walk;
}

async function readRanks({ database }: GraphStand): Promise<ReadonlyMap<string, number>> {
  const rows = await database.db.$queryRawUnsafe<{ address: string; id: number }[]>('SELECT address, id FROM address');
  return new Map(rows.map(({ address, id }) => [address, id]));
}

describe.each([
  ['vrsctest-a', VRSCTEST, 'TESTNET'],
  ['pchain-a', PCHAIN, 'MAINNET'],
  ['mempool-a', VRSCTEST, 'TESTNET'],
] as const)('%s', (name, chainId, environment) => {
  const blocks = readNormalizedBlocks(name);
  const tip = blocks.length - 1;
  const recorded = countMovements(blocks, chainId);
  const known = [...recorded.keys()];
  const stand = standOf(blocks, environment);
  const walk = openWalks(stand, chainId);

  test(`a wallet's statement has each output once, and adds up from block to block (--seed ${seed})`, async () => {
    const random = new Random(seed);
    const currencies = [...new Set([...recorded.values()].flatMap((own) => [...own.keys()]))];
    const ranks = await readRanks(stand);
    let several = 0;
    for (let round = 0; round < WALLETS; round += 1) {
      const drawn = Array.from({ length: random.pick([1, 2, 3, 8, 40, 400]) }, () => random.pick(known));
      const addresses = [...new Set(drawn)].slice(0, 1_000);
      const fromHeight = random.chance(0.5) ? random.integer(0, tip) : null;
      const wallet: Wallet = {
        addresses,
        // A currency may not exist at an earlier block.
        currency: random.chance(0.3) ? random.pick([chainId, ...currencies]) : null,
        fromHeight,
        toHeight: random.chance(0.3) ? random.integer(fromHeight ?? 0, tip) : null,
        order: random.pick(['ASC', 'DESC']),
        asOf: { height: tip },
      };
      if (wallet.currency === null)
        wallet.asOf.height = tip - random.pick([0, 0, random.integer(0, Math.floor(tip / 2))]);
      const expected = expectedStatement(countOnce(blocks, chainId, wallet), ranks, wallet);
      const limitOf = () => random.pick(expected.movements.length > 300 ? [37, 90, 100] : [1, 2, 3, 10, 100]);
      expect({ wallet, ...(await walk(wallet, limitOf)) }).toEqual({ wallet, ...expected });
      several += new Set(expected.movements.map(({ currencyId }) => currencyId)).size > 1 ? 1 : 0;
    }
    expect(several).toBeGreaterThan(0);
  });

  test('all addresses together have the sum of their single statements, less what several of them share', async () => {
    const addresses = known.slice(0, 1_000);
    const wallet: Wallet = {
      addresses,
      currency: null,
      fromHeight: null,
      toHeight: null,
      order: 'ASC',
      asOf: { height: tip },
    };
    const { closingBalances, movements } = await walk(wallet, () => 100);
    const own = new Set(addresses);
    const shared = new Map<string, bigint>();
    const unspent = new Map<string, Output>();
    for (const { transactions } of blocks.slice(1)) {
      for (const { txid, inputs, outputs } of transactions) {
        for (const input of inputs) unspent.delete(`${hex(input.txid)}:${input.vout}`);
        for (const output of outputs) unspent.set(`${hex(txid)}:${output.index}`, output);
      }
    }
    for (const output of unspent.values()) {
      const times = BigInt(Math.max(readIndexedAddresses(output).filter((address) => own.has(address)).length - 1, 0));
      for (const { currencyId, satoshis } of [
        { currencyId: chainId, satoshis: output.satoshis },
        ...output.currencyValues,
      ])
        shared.set(currencyId, (shared.get(currencyId) ?? 0n) + times * satoshis);
    }
    for (const { currencyId, amount } of closingBalances) {
      const single = addresses.reduce((sum, address) => sum + sumOf(recorded.get(address)?.get(currencyId) ?? []), 0n);
      expect([currencyId, amount]).toEqual([currencyId, decimalText(single - (shared.get(currencyId) ?? 0n))]);
    }
    // A payment between two of them is a movement of the fee alone.
    expect(movements.some(({ direction, amount }: Untyped) => direction === 'SELF' && amount.startsWith('-'))).toBe(
      true,
    );
  });

  test('who pays into the shielded pools has sent, also where all outputs are of the same wallet', async () => {
    const shielding = blocks
      .flatMap(({ height, transactions }) => transactions.map((transaction) => ({ ...transaction, height })))
      .filter(
        ({ shieldedValueBalance, inputs }) => shieldedValueBalance < 0n && inputs.some(({ txid }) => txid.length > 0),
      );
    for (const { height, txid: id } of shielding) {
      const txid = hex(id);
      const movesHere = (address: string) =>
        [...(recorded.get(address)?.values() ?? [])].flat().some((movement) => movement.txid === txid);
      const addresses = known.filter(movesHere);
      const wallet: Wallet = {
        addresses,
        currency: null,
        fromHeight: height,
        toHeight: height,
        order: 'ASC',
        asOf: { height: tip },
      };
      const { movements } = await walk(wallet, () => 100);
      const directions = movements
        .filter((movement: Untyped) => movement.txid === txid)
        .map(({ direction }: Untyped) => direction);
      expect({ txid, directions: [...new Set(directions)] }).toEqual({ txid, directions: ['SENT'] });
    }
    expect(shielding.length > 0).toBe(name === 'vrsctest-a');
  });

  test('a wallet of one address has the statement of the address, and its count', async () => {
    for (const address of known.slice(0, 20)) {
      for (const currency of recorded.get(address)?.keys() ?? []) {
        const wallet: Wallet = {
          addresses: [address],
          currency,
          fromHeight: null,
          toHeight: null,
          order: 'ASC',
          asOf: { height: tip },
        };
        const { movements, totalCount } = await walk(wallet, () => 100);
        const { address: found } = await stand.ask(
          `query ($address: String!, $currency: String) { address(chainId: "${chainId}", address: $address) { statement(currency: $currency, limit: 100) {
            totalCount movements { txid blockHeight addresses currencyId currency { currencyId } amount balance direction } } } }`,
          { address, currency },
        );
        expect({ totalCount, movements: movements.slice(0, 100) }).toEqual(found.statement);
      }
    }
  });
});

describe('outputs of several addresses', () => {
  const recorded = readNormalizedBlocks('vrsctest-a');
  const blocks = [...recorded, ...buildSharedBlocks(recorded.at(-1)?.hash)];
  const tip = blocks.length - 1;
  const stand = standOf(blocks, 'TESTNET');
  const walk = openWalks(stand, VRSCTEST);

  test('count once for every wallet of their addresses, before and after each block', async () => {
    const ranks = await readRanks(stand);
    const owners = [...KEYS, LOCKED];
    for (let chosen = 1; chosen < 2 ** owners.length; chosen += 1) {
      const addresses = owners.filter((_, index) => (chosen & (1 << index)) !== 0);
      for (let fromHeight = TIP + 1; fromHeight <= tip; fromHeight += 1) {
        const order = fromHeight % 2 === 0 ? 'ASC' : 'DESC';
        const wallet: Wallet = { addresses, currency: null, fromHeight, toHeight: null, order, asOf: { height: tip } };
        const expected = expectedStatement(countOnce(blocks, VRSCTEST, wallet), ranks, wallet);
        expect({ wallet, ...(await walk(wallet, () => 2)) }).toEqual({ wallet, ...expected });
      }
    }
  });
});
