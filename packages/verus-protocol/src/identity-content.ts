import { isJsonObject, type JsonObject, type JsonValue, LosslessNumber, stringifyLossless } from './lossless-json.ts';

/** VDXF key vrsc::identity.multimapremove: its values remove content of earlier revisions. */
export const REMOVE_KEY = 'i5Zkx5Z7tEfh42xtKfwbJ5LgEWE9rEgpFY';
const REMOVE_ALL_OF_KEY = '3';
const CLEAR_MAP = '4';

/**
 * As identity.cpp:GetAggregatedIdentityMultimap, except for removals of single values: they name a hash of the serialised form, which
 * decoded JSON lacks, so those values stay.
 * @param contents oldest first; keys in the order of the node's output, which is the order of application
 */
export function aggregateContent(contents: readonly JsonObject[]): JsonObject {
  const merged = new Map<string, JsonValue[]>();
  for (const content of contents) {
    for (const [key, written] of Object.entries(content)) {
      // Older daemons print a single value without its list.
      const values = Array.isArray(written) ? written : [written];
      if (key === REMOVE_KEY) for (const value of values) remove(merged, value);
      else appendTo(merged, key, values);
    }
  }
  return Object.fromEntries(merged);
}

/** In place: a key may have a value of each of many thousand revisions. */
function appendTo(merged: Map<string, JsonValue[]>, key: string, values: readonly JsonValue[]): void {
  const known = merged.get(key);
  if (known === undefined) merged.set(key, [...values]);
  else for (const value of values) known.push(value);
}

export interface ContentChoice {
  /** i-address of a VDXF key. */
  key?: string | null;
  keepRemoved?: boolean | null;
}

/** A key chooses revisions, of which all entries count, as in verusd's index of keys (pbaasrpc.cpp:getidentitycontent). */
export function isChosen(content: JsonObject, { key, keepRemoved }: ContentChoice): boolean {
  return key == null || content[key] !== undefined || (keepRemoved !== true && content[REMOVE_KEY] !== undefined);
}

/** Keys in the order of their bytes. Null where a removal of a single value decides. */
export function writeContent(contents: readonly JsonObject[]): string | null {
  if (contents.some(removesByHash)) return null;
  // All i-addresses have one length and version byte, so their texts are in the order of their bytes.
  const entries = Object.entries(aggregateContent(contents)).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return stringifyLossless(Object.fromEntries(entries));
}

/** A removal of a single value, which is not carried out. */
export function removesByHash(content: JsonObject): boolean {
  const written = content[REMOVE_KEY];
  return [written].flat().some((value) => isJsonObject(value) && removalOf(value)?.valuehash !== undefined);
}

function removalOf(value: JsonValue): JsonObject | undefined {
  const removal = isJsonObject(value) ? value[REMOVE_KEY] : undefined;
  return isJsonObject(removal) ? removal : undefined;
}

function remove(merged: Map<string, JsonValue[]>, value: JsonValue): void {
  const removal = removalOf(value);
  if (!(removal?.action instanceof LosslessNumber)) return;
  if (removal.action.value === CLEAR_MAP) merged.clear();
  if (removal.action.value === REMOVE_ALL_OF_KEY && typeof removal.entrykey === 'string')
    merged.delete(removal.entrykey);
}
