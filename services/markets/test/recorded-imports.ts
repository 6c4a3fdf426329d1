import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';

// Reads the node's own JSON, apart from the code that reads blocks.

// biome-ignore lint/suspicious/noExplicitAny: the node's JSON, whose members the reader below names one by one
type Json = any;

export interface RecordedReserve {
  currencyId: string;
  weight: bigint;
  reserves: bigint;
  priceInReserve: bigint;
  lastConversionPrice: bigint;
  viaConversionPrice: bigint;
}

export interface RecordedState {
  currencyId: string;
  flags: number;
  supply: bigint;
  reserves: RecordedReserve[];
}

export interface RecordedTransfer {
  txid: string;
  vout: number;
  flags: number;
  fromId: string;
  toId: string;
  viaId: string | null;
  amount: bigint;
  fees: bigint;
  feeCurrencyId: string;
  address: string;
  payout: { currencyId: string; amount: bigint } | null;
}

export interface RecordedImport {
  height: number;
  time: number;
  txIndex: number;
  vout: number;
  currencyId: string;
  before: RecordedState | null;
  after: RecordedState;
  transfers: RecordedTransfer[];
}

const CONVERT = 2;
const PRECONVERT = 4;
const SYSTEM = 0x40;
const RUNNING = 0x21;

/** Only imports of running baskets, with exports of the same chain. */
export function readRecordedImports(name: 'vrsctest-a' | 'pchain-a' | 'mempool-a'): RecordedImport[] {
  const { meta, blocks } = readRecording(recordingDir(name));
  const transactions = new Map<string, Json>();
  const states = new Map<string, RecordedState>();
  const imports: RecordedImport[] = [];
  for (const { height, block } of blocks()) {
    const { tx, time } = block as Json;
    for (const [txIndex, transaction] of tx.entries()) {
      transactions.set(transaction.txid, transaction);
      for (const output of transaction.vout) {
        const entry = output.scriptPubKey.crosschainimport;
        if (entry === undefined || (number(entry.flags) & SYSTEM) !== 0) continue;
        const at = { height, time: number(time), txIndex, vout: number(output.n) };
        const read = readImport(transaction, entry, at, { native: meta.chainId, transactions, states });
        if (read !== null) imports.push(read);
      }
    }
  }
  return imports;
}

export function isConversion({ flags }: RecordedTransfer): boolean {
  return (flags & (CONVERT | PRECONVERT)) === CONVERT;
}

interface Known {
  native: string;
  transactions: ReadonlyMap<string, Json>;
  states: Map<string, RecordedState>;
}

function readImport(
  transaction: Json,
  entry: Json,
  at: Pick<RecordedImport, 'height' | 'time' | 'txIndex' | 'vout'>,
  { native, transactions, states }: Known,
): RecordedImport | null {
  const currencyId = entry.importcurrencyid;
  const place = transaction.vout.findIndex((output: Json) => {
    const notarization = output.scriptPubKey.acceptednotarization;
    return number(output.n) > at.vout && notarization?.currencyid === currencyId;
  });
  const state = transaction.vout[place]?.scriptPubKey.acceptednotarization.currencystate;
  if (state?.reservecurrencies === undefined) return null;
  const before = states.get(currencyId) ?? null;
  const after = readState(state, currencyId);
  states.set(currencyId, after);
  if ((after.flags & RUNNING) !== RUNNING || before === null || (before.flags & RUNNING) !== RUNNING) return null;
  if (!transactions.has(entry.exporttxid)) return null;
  const transfers = readTransfers(transaction, entry, place + 1, { native, transactions });
  return { ...at, currencyId, before, after, transfers };
}

function readTransfers(
  transaction: Json,
  entry: Json,
  first: number,
  { native, transactions }: Pick<Known, 'native' | 'transactions'>,
): RecordedTransfer[] {
  const exported = transactions.get(entry.exporttxid);
  const { firstinput, numinputs } = exported.vout[number(entry.exporttxout)].scriptPubKey.crosschainexport;
  const inputs = exported.vin.slice(number(firstinput), number(firstinput) + number(numinputs));
  let place = first;
  return inputs.map((input: Json): RecordedTransfer => {
    const transfer = transactions.get(input.txid).vout[number(input.vout)].scriptPubKey.reservetransfer;
    const [[fromId, value]] = Object.entries<Json>(transfer.currencyvalues) as [[string, Json]];
    const flags = number(transfer.flags);
    const isBurn = (flags & 0x180) !== 0;
    const isVia = (flags & 0x400) !== 0;
    return {
      txid: input.txid,
      vout: number(input.vout),
      flags,
      fromId,
      toId: transfer.destinationcurrencyid,
      viaId: isVia ? transfer.via : null,
      amount: satoshis(value),
      fees: satoshis(transfer.fees),
      feeCurrencyId: transfer.feecurrencyid,
      address: transfer.destination.address,
      payout: isBurn ? null : readPayout(transaction.vout[place++], native),
    };
  });
}

function readPayout({ value, scriptPubKey }: Json, native: string): { currencyId: string; amount: bigint } {
  const tokens = Object.entries<Json>(scriptPubKey.reserveoutput?.currencyvalues ?? {});
  const [token] = tokens;
  return token === undefined
    ? { currencyId: native, amount: satoshis(value) }
    : { currencyId: token[0], amount: satoshis(token[1]) };
}

function readState(state: Json, currencyId: string): RecordedState {
  return {
    currencyId,
    flags: number(state.flags),
    supply: satoshis(state.supply),
    reserves: state.reservecurrencies.map((reserve: Json) => {
      const flow = state.currencies[reserve.currencyid];
      return {
        currencyId: reserve.currencyid,
        weight: satoshis(reserve.weight),
        reserves: satoshis(reserve.reserves),
        priceInReserve: satoshis(reserve.priceinreserve),
        lastConversionPrice: satoshis(flow.lastconversionprice),
        viaConversionPrice: satoshis(flow.viaconversionprice),
      };
    }),
  };
}

function number(value: Json): number {
  return Number(value.value);
}

function satoshis(value: Json): bigint {
  const [coins = '', decimals = ''] = value.value.split('.');
  return BigInt(`${coins}${decimals.padEnd(8, '0')}`);
}
