import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  type LosslessNumber,
  parseLossless,
} from '@ledgergraph/verus-protocol/lossless-json';

export interface RecordedRound {
  action: string;
  tipHash: string;
  txids: string[];
  verbose: Map<string, JsonObject>;
  transactions: Map<string, JsonObject>;
  /** Rows of getaddressmempool, by address. */
  rowsByAddress: Map<string, JsonObject[]>;
  /** gettxout of `txid:vout`: whether the output is unspent in the chain, and with the pool. */
  txouts: Map<string, { inChain?: boolean; withPool?: boolean }>;
}

export function readRecordedRounds(): RecordedRound[] {
  const rounds: RecordedRound[] = [];
  let round = beginRound('');
  for (const line of readLines(recordingDir('mempool-a'), 'events.jsonl.gz')) {
    const event = objectOf(parseLossless(line));
    if (typeof event.action === 'string') {
      if (round.tipHash !== '') rounds.push(round);
      round = beginRound(event.action);
    } else if (typeof event.method === 'string' && event.result !== undefined) {
      note(round, event.method, event.params as JsonValue[], event.result);
    }
  }
  return rounds;
}

function beginRound(action: string): RecordedRound {
  return {
    action,
    tipHash: '',
    txids: [],
    verbose: new Map(),
    transactions: new Map(),
    rowsByAddress: new Map(),
    txouts: new Map(),
  };
}

function note(round: RecordedRound, method: string, [first, second, third]: JsonValue[], result: JsonValue): void {
  if (method === 'gettxout') {
    const name = `${first}:${(second as LosslessNumber).value}`;
    const part = third === true ? { withPool: result !== null } : { inChain: result !== null };
    round.txouts.set(name, { ...round.txouts.get(name), ...part });
  }
  if (method === 'getbestblockhash') round.tipHash = String(result);
  if (method === 'getrawmempool' && first === undefined) round.txids = (result as string[]).map(String);
  if (method === 'getrawmempool' && first === true) {
    for (const [txid, facts] of Object.entries(objectOf(result))) round.verbose.set(txid, objectOf(facts));
  }
  if (method === 'getrawtransaction' && second !== undefined) round.transactions.set(String(first), objectOf(result));
  if (method === 'getaddressmempool') {
    const { addresses, verbosity } = objectOf(first);
    const [address, another] = addresses as string[];
    if (address === undefined || another !== undefined || verbosity !== undefined) return;
    round.rowsByAddress.set(address, (result as JsonValue[]).map(objectOf));
  }
}

function objectOf(value: JsonValue | undefined): JsonObject {
  if (!isJsonObject(value)) throw new Error('the recording has a line of another form');
  return value;
}
