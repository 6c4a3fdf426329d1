import { Random } from '@ledgergraph/chain-generator/random';
import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';
import { PCHAIN, VRSCTEST } from './address-database.ts';
import type { Untyped } from './address-graph.ts';
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

interface Wallet {
  addresses: string[];
  currency: string | null;
  fromHeight: number | null;
  toHeight: number | null;
  order: 'ASC' | 'DESC';
  asOf: { height: number };
}

interface Movement {
  txid: string;
  height: number;
  addresses: string[];
  currencyId: string;
  amount: bigint;
  balance: bigint;
  direction: string;
}

function countOnce(blocks: readonly Block[], chainId: string, { addresses }: Pick<Wallet, 'addresses'>): Movement[] {
  const wallet = new Set(addresses);
  const made = new Map<string, Output>();
  const balances = new Map<string, bigint>();
  const owners = (output: Output) => readIndexedAddresses(output).filter((address) => wallet.has(address));
  const valuesOf = ({ satoshis, currencyValues }: Output) =>
    [{ currencyId: chainId, satoshis }, ...currencyValues].filter((value) => value.satoshis > 0n);
  return blocks.slice(1).flatMap(({ height, transactions }) =>
    transactions.flatMap(({ txid: id, inputs, outputs, shieldedValueBalance }) => {
      const txid = hex(id);
      const spent = inputs.flatMap((input) => made.get(`${hex(input.txid)}:${input.vout}`) ?? []);
      for (const output of outputs) made.set(`${txid}:${output.index}`, output);
      const nets = new Map<string, bigint>();
      for (const [some, sign] of [[spent, -1n] as const, [outputs, 1n] as const]) {
        for (const output of some.filter((one) => owners(one).length > 0)) {
          for (const { currencyId, satoshis } of valuesOf(output))
            nets.set(currencyId, (nets.get(currencyId) ?? 0n) + sign * satoshis);
        }
      }
      const amounts = [...nets.values()];
      const pays =
        outputs.some((one) => valuesOf(one).length > 0 && owners(one).length === 0) || shieldedValueBalance < 0n;
      const gains = amounts.some((amount) => amount > 0n) ? 'RECEIVED' : 'SELF';
      const direction = amounts.some((amount) => amount < 0n) ? (pays ? 'SENT' : 'SELF') : gains;
      const parts = new Set([...spent, ...outputs].filter((one) => valuesOf(one).length > 0).flatMap(owners));
      const rank = (currencyId: string) => (currencyId === chainId ? '' : currencyId);
      return [...nets]
        .sort(([a], [b]) => (rank(a) < rank(b) ? -1 : 1))
        .map(([currencyId, amount]): Movement => {
          const balance = (balances.get(currencyId) ?? 0n) + amount;
          balances.set(currencyId, balance);
          const own = addresses.filter((address) => parts.has(address));
          return { txid, height, addresses: own, currencyId, amount, balance, direction };
        });
    }),
  );
}

/** @param ranks of currencies in the order in which the chain named them */
function expectedStatement(all: readonly Movement[], ranks: ReadonlyMap<string, number>, wallet: Wallet) {
  const { currency, fromHeight, toHeight, order, asOf } = wallet;
  const from = fromHeight ?? 0;
  const to = Math.min(toHeight ?? asOf.height, asOf.height);
  const own = all.filter(({ currencyId }) => currency === null || currencyId === currency);
  const balancesUpTo = (height: number) => {
    const last = new Map(own.filter((one) => one.height <= height).map((one) => [one.currencyId, one.balance]));
    return [...last]
      .map(([currencyId, balance]) => ({ currencyId, amount: decimalText(balance) }))
      .sort((a, b) => (ranks.get(a.currencyId) ?? 0) - (ranks.get(b.currencyId) ?? 0));
  };
  const within = own.filter(({ height }) => height >= from && height <= to);
  const byTransaction = [...Map.groupBy(within, ({ txid }) => txid).values()];
  const movements = (order === 'ASC' ? byTransaction : byTransaction.reverse()).flat();
  return {
    totalCount: wallet.addresses.length === 1 && currency !== null ? movements.length : null,
    openingBalances: balancesUpTo(Math.min(from, asOf.height + 1) - 1),
    closingBalances: balancesUpTo(to),
    movements: movements.map(({ height, currencyId, amount, balance, ...rest }) => ({
      ...rest,
      blockHeight: height,
      currencyId,
      currency: { currencyId },
      amount: decimalText(amount),
      balance: decimalText(balance),
    })),
  };
}

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
