import type { Check } from '@ledgergraph/test-kit/rules/expect-rule';
import { feeOf, type RawOutput } from '@ledgergraph/test-kit/rules/raw-chain';
import type { FlowFacts, FlowRule } from './flow-facts.ts';
import { conversionFeeOfLeg, placeOf } from './link-rules.ts';
import { type RawImport, type RawTransfer, readTransfer } from './raw-records.ts';
import { COIN, isRunningBasket, nativeFeesOf, type RawState, stateOf } from './raw-states.ts';
import type { StoredImport, StoredTransfer } from './stored-flows.ts';
import { byTable } from './transfer-rules.ts';

// See verus-defi.md 1.3 and 1.4.

/** Valid, and to another system. */
const LEG = 0x41;
const PAYING = [
  ...['reserveoutput', 'pubkeyhash', 'evalnone', 'pubkey', 'reservetransfer'],
  ...['currencydefinition', 'identityprimary'],
];

/** The rest of such a transaction belongs to the definition. */
const DEFINITION = 1;

export interface Paid {
  record: string;
  one: RawImport;
  state: RawState;
  order: RawTransfer;
  kind: string;
  own: StoredTransfer;
}

export function listPaid({ raw, imports, stored }: FlowFacts): Paid[] {
  return imports.flatMap((one) =>
    transfersOf(one, stored.imports.get(one.key)).map((own, ordinal): Paid => {
      const order = readTransfer(one.supplement[ordinal] ?? raw.output(own.key)?.payload ?? {});
      const record = `transfer ${own.key} of ${placeOf('import', one)}`;
      return { record, one, state: stateOf(one), order, kind: byTable(order).kind, own };
    }),
  );
}

function transfersOf(one: RawImport, own: StoredImport | undefined): StoredTransfer[] {
  if (own === undefined) throw new Error(`we have no ${placeOf('import', one)}`);
  return own.transfers;
}

type Amount = readonly [currencyId: string, amount: bigint];

/** Compares a formula with our amounts and with those of outputs. */
function payRule(
  title: string,
  counts: readonly number[],
  isOne: (paid: Paid) => boolean,
  formula: (paid: Paid, net: bigint) => Amount[],
): FlowRule {
  return {
    title,
    counts,
    list: (chain) =>
      listPaid(chain)
        .filter(isOne)
        .map((paid): Check => {
          const due = formula(paid, netOf(paid.order)).filter(([, amount]) => amount > 0n);
          const found = paid.own.payouts.map(({ currencyId, amount }): Amount => [currencyId, amount]);
          const outputs = paid.own.payouts.flatMap(({ vout }) => [...(paid.one.transaction.outputs[vout]?.held ?? [])]);
          return { record: paid.record, wanted: [due, due], found: [found, outputs] };
        }),
  };
}

const isSettled = ({ own, order }: Paid): boolean => own.outcome === 'SETTLED' && order.gatewayId === null;

export function netOf(order: RawTransfer): bigint {
  const times = byTable(order).kind === 'VIA' ? 2n : 1n;
  return order.amount - times * ((order.amount * 25_000n) / COIN);
}

function priceIn({ state }: Paid, currencyId: string, member: 'price' | 'viaPrice' = 'price'): bigint {
  const price = state.reserves.find((reserve) => reserve.currencyId === currencyId)?.[member] ?? 0n;
  // Without a price nothing can be divided, and the amounts differ.
  return price === 0n ? COIN : price;
}

export const PAYOUT_RULES: readonly FlowRule[] = [
  {
    title: 'the outputs that an import counts are those that we have, and behind them are only deposits',
    counts: [57, 7, 17, -1, -1],
    list: ({ imports, stored }) =>
      imports
        .filter(({ flags }) => (flags & DEFINITION) === 0)
        .map((one) => ({
          record: placeOf('import', one),
          wanted: [one.own.map(({ vout }) => vout), []],
          found: [
            stored.imports.get(one.key)?.payouts.map(({ vout }) => vout),
            behind(one).map(({ kind, vout }) => [kind, vout]),
          ],
        })),
  },
  {
    title: 'every payout of a transfer is an output of a kind that pays',
    counts: [116, 9, 8, -1, -1],
    list: (chain) =>
      listPaid(chain).flatMap(({ record, one, own }) =>
        own.payouts.map(({ vout }) => ({
          record,
          wanted: true,
          found: PAYING.includes(one.transaction.outputs[vout]?.kind ?? ''),
        })),
      ),
  },
  {
    title: 'a payout pays the destination of its transfer, and for a token the currency besides',
    counts: [116, 8, 8, -1, -1],
    list: (chain) =>
      listPaid(chain).flatMap(({ record, one, own, order, kind, state }) =>
        own.payouts.flatMap(({ vout, address }, index): Check[] => {
          const output = one.transaction.outputs[vout];
          if (output === undefined || output.kind === 'currencydefinition') return [];
          const isForCurrency =
            kind === 'CONTRIBUTION' && index === 0 && own.payouts.length === 2 && (state.flags & 1) === 0;
          const wanted = isForCurrency ? one.currencyId : order.address;
          return [{ record, wanted: [wanted, true], found: [address, addressesOf(output).includes(wanted)] }];
        }),
      ),
  },
  payRule(
    'a buy pays its net amount at the price of its reserve',
    [38, 2, 5, -1, -1],
    (one) => one.kind === 'BUY' && isSettled(one),
    (one, net) => [[one.order.toId, (net * COIN) / priceIn(one, one.order.src)]],
  ),
  payRule(
    'a sell pays its net amount at the price of the reserve that it asks for',
    [24, 0, 0, -1, -1],
    (one) => one.kind === 'SELL' && isSettled(one),
    (one, net) => [[one.order.toId, (net * priceIn(one, one.order.toId)) / COIN]],
  ),
  payRule(
    'a conversion through a basket is a buy, whose units are sold at the price of second hops',
    [37, 2, 0, -1, -1],
    (one) => one.kind === 'VIA' && isSettled(one),
    (one, net) => [
      [
        one.order.toId,
        (((net * COIN) / priceIn(one, one.order.src)) * priceIn(one, one.order.toId, 'viaPrice')) / COIN,
      ],
    ],
  ),
  payRule(
    'a mint pays its amount of the currency that it makes',
    [7, 0, 0, -1, -1],
    (one) => one.kind === 'MINT' && isSettled(one),
    ({ order }) => [[order.toId, order.amount]],
  ),
  payRule(
    'a send pays its amount',
    [0, 1, 0, -1, -1],
    (one) => one.kind === 'SEND' && isSettled(one),
    ({ order }) => [[order.src, order.amount]],
  ),
  payRule(
    'a refund pays the whole amount in the currency that was given',
    [1, 0, 1, -1, -1],
    ({ own }) => own.outcome === 'REFUNDED',
    ({ order }) => [[order.src, order.amount]],
  ),
  payRule(
    'a burn pays nothing',
    [2, 0, 0, -1, -1],
    ({ kind }) => kind === 'BURN',
    () => [],
  ),
  payRule(
    'a contribution pays at the launch price, and for a token the net amount to its currency besides',
    [7, 1, 2, -1, -1],
    (one) => one.kind === 'CONTRIBUTION' && isSettled(one),
    (one, net) => {
      const units: Amount = [one.order.toId, (net * COIN) / priceIn(one, one.order.src)];
      return (one.state.flags & 1) === 0 ? [[one.order.src, net], units] : [units];
    },
  ),
  {
    title:
      'an onward leg pays a transfer to the next system, with the amount and with the fee that was kept for it, converted',
    counts: [0, 2, 0, 0, -1],
    list: (chain) =>
      listPaid(chain)
        .filter(({ order }) => order.gatewayId !== null)
        .map(compareLeg(chain)),
  },
  {
    title: 'the second reward of an exporter pays the address that its export names',
    counts: [39, 1, 6, -1, -1],
    list: ({ raw, imports, stored }) =>
      imports.flatMap((one): Check[] => {
        const rewards = stored.imports.get(one.key)?.payouts.filter(({ role }) => role === 'EXPORTER') ?? [];
        const exported = one.exportKey === null ? undefined : raw.output(one.exportKey);
        if (rewards.length !== 2 || exported === undefined) return [];
        const { rewardaddress } = exported.payload;
        const record = placeOf('import', one);
        return [{ record, wanted: [rewardaddress, true], found: [rewards[1]?.address, areHalves(rewards)] }];
      }),
  },
  {
    title: 'the exporter gets a part of the fees that grows with the transfers, and the transaction pays the rest',
    counts: [38, 1, 7, -1, -1],
    list: ({ raw, imports, stored }) =>
      imports
        .filter((one) => one.sourceSystemId === raw.chainId && isRunningBasket(stateOf(one)))
        .map((one) => {
          const own = stored.imports.get(one.key);
          const rewards = own?.payouts.filter(({ role }) => role === 'EXPORTER') ?? [];
          const all = nativeFeesOf(raw.chainId, stateOf(one));
          const count = BigInt(Math.min(50, own?.transfers.length ?? 0));
          const share = count === 0n ? 0n : (all * (50_000_000n + 500_000n * (count - 1n))) / COIN;
          const least = share < 40_000n ? share : 40_000n;
          const reward = share / 10n > least ? share / 10n : least;
          return {
            record: placeOf('import', one),
            wanted: { reward, fee: all - reward },
            found: {
              reward: rewards.reduce((sum, { amount }) => sum + amount, 0n),
              fee: feeOf(one.transaction),
            },
          };
        }),
  },
];

/** A coinbase has other outputs. */
function behind({ transaction, rest }: RawImport): RawOutput[] {
  return transaction.inputs.length === 0 ? [] : rest.filter(({ kind }) => kind !== 'reservedeposit');
}

function addressesOf({ kind, addresses, payload }: RawOutput): string[] {
  return kind === 'reservetransfer' ? [String(payload.destination?.address)] : addresses;
}

function areHalves([first, second]: readonly { amount: bigint }[]): boolean {
  const more = (second?.amount ?? 0n) - (first?.amount ?? 0n);
  return more === 0n || more === 1n;
}

function compareLeg({ stored }: FlowFacts) {
  return (paid: Paid): Check => {
    const { record, one, own, order } = paid;
    const [payout] = own.payouts;
    const output = one.transaction.outputs[payout?.vout ?? -1];
    const child = readTransfer(output?.payload ?? {});
    const net = order.legFee - conversionFeeOfLeg(order.legFee);
    const units = (net * COIN) / priceIn(paid, order.feeCurrencyId);
    const fee = (units * priceIn(paid, child.feeCurrencyId, 'viaPrice')) / COIN;
    const found = stored.transfers.get(output?.key ?? '');
    return {
      record,
      wanted: [child.src, child.address, LEG, order.src, order.amount, fee, own.key],
      found: [
        found?.fromId,
        found?.destination,
        child.flags & LEG,
        child.src,
        payout?.amount,
        found?.fee,
        found?.parentKey,
      ],
    };
  };
}
