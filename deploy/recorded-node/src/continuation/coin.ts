import type { Coin } from '@ledgergraph/chain-generator/coin';
import { object, readAmounts, strings } from '@ledgergraph/chain-generator/json';
import { readKind } from '@ledgergraph/chain-generator/outputs';
import { isJsonObject, type JsonObject } from '@ledgergraph/verus-protocol/lossless-json';

const NEVER_SPENT = ['feepool', 'identityreservation', 'notaryevidence'];
/** Members with these payloads can be spent by their owner. */
const OWNED = ['reserveoutput', 'evalnone'];

export interface LedgerCoin extends Coin {
  script: JsonObject;
  height: number;
  /** Key of the output that its transaction spends first; empty in a coinbase. */
  origin: string;
}

/** Undefined for an output that nothing ever spends. */
export function readCoin(
  output: JsonObject,
  rest: Pick<LedgerCoin, 'txid' | 'height' | 'matureHeight' | 'origin'>,
): LedgerCoin | undefined {
  const script = object(output.scriptPubKey);
  if (script.type === 'nulldata' || NEVER_SPENT.some((kind) => kind in script)) return undefined;
  if (object(script.crosschainexport).issupplemental === true) return undefined;
  const addresses = strings(script.addresses);
  const isOwned = script.type === 'pubkeyhash' || OWNED.some((member) => member in script);
  const { role, about } = readKind(script) ?? { role: 'coin', about: '' };
  const holder = [script.reserveoutput, script.reservedeposit, script.reservetransfer].find(isJsonObject);
  return {
    ...rest,
    vout: Number(output.n),
    satoshis: BigInt(String(output.valueSat)),
    tokens: readAmounts(holder?.currencyvalues),
    address: addresses[0] ?? '',
    role: role === 'coin' && !(isOwned && addresses.length === 1) ? 'dead' : role,
    about,
    script,
  };
}
