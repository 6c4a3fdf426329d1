import { object, objects } from '@ledgergraph/chain-generator/json';
import type { JsonObject } from '@ledgergraph/verus-protocol/lossless-json';
import type { NodeState } from '#/node-state.ts';
import type { LedgerCoin } from './coin.ts';

/** Flag of an export beside one into a converter, never imported here (docs/verus/outputs.md#flags-of-transfers-exports-and-imports). */
const SYSTEM_THREAD = 0x100;

export interface Departure {
  txid: string;
  vout: number;
  /** `crosschainexport`, and the `reservetransfer` of each transfer, in order. */
  payload: JsonObject;
  transfers: JsonObject[];
  time: number;
  tipHeight: number;
}

export interface Peer {
  /** Only once no reorganisation can reach the export. */
  findDeparture(to: string, imported: string): Departure | undefined;
}

/** Each export spends the one before. @param depth blocks that have to lie upon an export */
export function findDeparture(
  { known, view }: NodeState,
  newest: LedgerCoin | undefined,
  imported: string,
  depth: number,
): Departure | undefined {
  let found: Departure | undefined;
  let place = { txid: newest?.txid ?? imported, vout: newest?.vout ?? 0 };
  while (place.txid !== imported) {
    const transaction = known.find(place.txid);
    const payload = object(transaction?.findScript(place.vout)?.crosschainexport);
    const isEnd = (Number(String(payload.flags)) & SYSTEM_THREAD) !== 0;
    if (transaction === undefined || isEnd || !(Number(String(payload.numinputs)) > 0)) break;
    const [before, ...spent] = objects(transaction.json.vin).map(({ txid, vout }) => ({
      txid: String(txid),
      vout: Number(String(vout)),
    }));
    const block = view.findActiveBlockOf(place.txid);
    if (block !== undefined && view.tip.height - block.height >= depth) {
      const scripts = spent.map(({ txid, vout }) => object(known.find(txid)?.findScript(vout)));
      const transfers = scripts.flatMap(({ reservetransfer }) => (reservetransfer ? [object(reservetransfer)] : []));
      found = { ...place, payload, transfers, time: block.time, tipHeight: view.tip.height };
    }
    if (before === undefined) break;
    place = before;
  }
  return found;
}
