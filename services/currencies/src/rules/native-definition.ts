import { UnexpectedShapeError } from '@ledgergraph/verus-protocol/json-members';
import { isJsonObject, type JsonObject, type JsonValue } from '@ledgergraph/verus-protocol/lossless-json';
import { type Definition, readDefinition } from '@ledgergraph/verus-protocol/payloads/currency-definition';

/** Members of getcurrency's answer that the definition on the chain does not have (docs/verus/currencies.md). */
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

/** The native currency as the network's announcement has it. */
export interface NativeDefinition {
  definition: Definition;
  payload: JsonObject;
}

/**
 * The definition alone out of what getcurrency answered about the native currency.
 * @throws UnexpectedShapeError when there is no answer: rows written without it would never heal
 */
export function readNativeDefinition(answer: JsonValue): NativeDefinition {
  if (!isJsonObject(answer)) throw new UnexpectedShapeError('announced native definition', 'an object');
  const payload = Object.fromEntries(Object.entries(answer).filter(([member]) => !ANSWER_MEMBERS.has(member)));
  return { definition: readDefinition(payload), payload };
}

/** True for the native currency of a root chain: launched from nowhere, defined in no block, and in no notarization. */
export function isRootDefinition({ launchSystemId }: Definition): boolean {
  return launchSystemId === null;
}
