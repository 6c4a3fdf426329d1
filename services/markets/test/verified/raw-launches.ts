import { listPayloads, type RawChain, type RawTransaction } from '@ledgergraph/test-kit/rules/raw-chain';
import { type Json, satoshisOf } from '@ledgergraph/test-kit/rules/raw-json';

export const COIN = 100_000_000n;
/** A contribution counts for at least this much less than it gives. */
const LEAST_COUNTED = 20_000n;
const PRECONVERT = 4;
const BASKET = 1;
export const FLAG = { prelaunch: 1, clears: 2, initial: 4, definition: 0x40 };

export interface Placed {
  at: RawTransaction;
  vout: number;
  payload: Json;
}

export interface RawContribution {
  key: string;
  exportTxid: string;
  fromId: string;
  destination: string;
  amount: bigint;
  /** The conversion fee, where it is taken. */
  fee: bigint;
  /** It would have gone above the maximum. */
  isRefused: boolean;
}

export interface RawLaunch {
  currencyId: string;
  name: string;
  isBasket: boolean;
  definition: Json;
  at: RawTransaction;
  startBlock: number;
  reserveIds: string[];
  /** In the order of the chain: exports of contributions, the clearing one, and imports. */
  exports: Placed[];
  clearing: Placed | undefined;
  imports: Placed[];
  states: Placed[];
  contributions: RawContribution[];
  accepted: Map<string, bigint>;
  isConfirmed: boolean;
}

/** Currencies that run on the chain itself, and launches that are over. */
export function readLaunches(chain: RawChain): RawLaunch[] {
  return listPayloads(chain, 'currencydefinition').flatMap(({ at, payload }) => {
    const isLocal = payload.systemid === chain.chainId && payload.launchsystemid === chain.chainId;
    if (!isLocal || Number(payload.startblock) + 2 >= chain.blocks.length) return [];
    return [readLaunch(chain, at, payload)];
  });
}

function readLaunch(chain: RawChain, at: RawTransaction, definition: Json): RawLaunch {
  const { currencyid: currencyId, startblock, currencies = [], name } = definition;
  const startBlock = Number(startblock);
  const until = startBlock + 2;
  const own = (kind: string, member: string) =>
    listPayloads(chain, kind).filter(
      ({ at: place, payload }) => payload[member] === currencyId && place.height <= until,
    );
  const all = own('crosschainexport', 'destinationcurrencyid');
  const exports = all.filter(
    ({ payload }) => (Number(payload.flags) & ~FLAG.prelaunch) === 0 && Number(payload.numinputs) > 0,
  );
  const isBasket = (Number(definition.options) & BASKET) !== 0;
  const { contributions, accepted } = readContributions(chain, exports, definition);
  const sums: bigint[] = currencies.map((id: string) => accepted.get(id) ?? 0n);
  const minimum: bigint[] = (definition.minpreconversion ?? []).map(satoshisOf);
  return {
    currencyId,
    name,
    isBasket,
    definition,
    at,
    startBlock,
    reserveIds: currencies,
    exports,
    contributions,
    accepted,
    clearing: all.find(({ payload }) => (Number(payload.flags) & FLAG.clears) !== 0),
    imports: own('crosschainimport', 'importcurrencyid').filter(({ at: place }) => place.height > at.height),
    states: own('acceptednotarization', 'currencyid'),
    isConfirmed: sums.every((sum, index) => sum >= (minimum[index] ?? 0n) && (!isBasket || sum > 0n)),
  };
}

function gatheredBy(chain: RawChain, { at, payload }: Placed): { key: string; exportTxid: string; transfer: Json }[] {
  const [first, count] = [Number(payload.firstinput ?? -1), Number(payload.numinputs ?? 0)];
  return at.json.vin.slice(first, first + count).map(({ txid, vout }: Json) => ({
    key: `${txid}:${vout}`,
    exportTxid: at.txid,
    transfer: chain.transaction(txid)?.json.vout[Number(vout)].scriptPubKey.reservetransfer,
  }));
}

function readContributions(chain: RawChain, exports: readonly Placed[], definition: Json) {
  const { currencies = [], maxpreconversion = [] } = definition;
  const accepted = new Map<string, bigint>();
  const contributions: RawContribution[] = [];
  for (const { key, transfer, exportTxid } of exports.flatMap((one) => gatheredBy(chain, one))) {
    if ((Number(transfer.flags) & PRECONVERT) === 0) throw new Error(`${key} is no contribution`);
    const [[fromId, text] = ['', '0']] = Object.entries<string>(transfer.currencyvalues);
    const amount = satoshisOf(text);
    const fee = (amount * 25_000n) / COIN;
    const before = accepted.get(fromId) ?? 0n;
    const maximum = maxpreconversion[currencies.indexOf(fromId)];
    const counted = before + amount - (fee > LEAST_COUNTED ? fee : LEAST_COUNTED);
    const isRefused = maximum !== undefined && counted > satoshisOf(maximum);
    if (!isRefused) accepted.set(fromId, before + amount - fee);
    const { address: destination } = transfer.destination;
    contributions.push({ key, exportTxid, fromId, amount, fee, isRefused, destination });
  }
  return { contributions, accepted };
}

export function launchPriceOf({ definition, isBasket, accepted }: RawLaunch, index: number): bigint {
  if (!isBasket) return satoshisOf(definition.conversions[index]);
  const base = satoshisOf(definition.initialsupply) * satoshisOf(definition.weights[index]);
  const sum = accepted.get(definition.currencies[index]) ?? 0n;
  return (sum * 10n ** 16n + base - 1n) / base;
}

export function preallocationsOf({ definition }: RawLaunch): { address: string; amount: bigint }[] {
  return (definition.preallocations ?? []).flatMap((one: Json) =>
    Object.entries<string>(one).map(([address, text]) => ({ address, amount: satoshisOf(text) })),
  );
}

export function launchSupplyOf(launch: RawLaunch): bigint {
  const given = preallocationsOf(launch).reduce((sum, { amount }) => sum + amount, 0n);
  if (!launch.isConfirmed) return 0n;
  if (launch.isBasket) return given + satoshisOf(launch.definition.initialsupply);
  return launch.contributions
    .filter(({ isRefused }) => !isRefused)
    .reduce((sum, one) => sum + unitsFor(launch, one), given);
}

export function unitsFor(launch: RawLaunch, { fromId, amount, fee }: RawContribution): bigint {
  return ((amount - fee) * COIN) / launchPriceOf(launch, launch.reserveIds.indexOf(fromId));
}
