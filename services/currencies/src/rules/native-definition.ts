import { UnexpectedShapeError } from '@ledgergraph/verus-protocol/json-members';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { type Definition, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';

/** Members of getcurrency's answer that are not in the definition (docs/verus/currencies.md). */
const ANSWER_MEMBERS = new Set([
  'currencyidhex',
  'fullyqualifiedname',
  'magicnumber',
  'currencynames',
  'definitiontxid',
  'definitiontxout',
  'nodes',
  'bestheight',
  'besttxid',
  'bestcurrencystate',
  'lastconfirmedheight',
  'lastconfirmedtxid',
  'lastconfirmedcurrencystate',
]);

export interface NativeDefinition {
  definition: Definition;
  payload: JsonObject;
}

/** @throws UnexpectedShapeError without an answer: rows written without it would never be corrected */
export function readNativeDefinition(answer: JsonValue): NativeDefinition {
  if (!isJsonObject(answer)) throw new UnexpectedShapeError('announced native definition', 'an object');
  const payload = Object.fromEntries(Object.entries(answer).filter(([member]) => !ANSWER_MEMBERS.has(member)));
  return { definition: readDefinition(payload), payload };
}

/** True for the native currency of a root chain, which no block defines and no notarization reports. */
export function isRootDefinition({ launchSystemId }: Definition): boolean {
  return launchSystemId === null;
}
