import { hex } from '@ledgergraph/chain-kit/hex';
import type { Block, Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { decimalText } from '@ledgergraph/verus-protocol/amount';
import { readIndexedAddresses } from '@ledgergraph/verus-protocol/indexed-addresses';

export interface Wallet {
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

/** The movements of a wallet from the blocks alone. */
export function countOnce(
  blocks: readonly Block[],
  chainId: string,
  { addresses }: Pick<Wallet, 'addresses'>,
): Movement[] {
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
export function expectedStatement(all: readonly Movement[], ranks: ReadonlyMap<string, number>, wallet: Wallet) {
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
