import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  LosslessNumber,
} from '@ledgergraph/verus-protocol/lossless-json';

export type Params = readonly JsonValue[];

export interface Form {
  /** The daemon's own text names files and hosts of its examples. */
  usage: string;
  min: number;
  max: number;
  /** Characters. */
  paramsMax?: number;
  /** Takes seconds or minutes: asked once for a tip. */
  isHeavy?: true;
  /**
   * Only what touches a wallet, files or much work: wrong types get the daemon's own words.
   * @param tipHeight of the followed node
   * @returns the reason
   */
  refuse?: (params: Params, tipHeight: number) => string | undefined;
  /** Takes out of a result, or of each one of a list, what belongs to the node alone. */
  clean?: (result: JsonObject, chainId: string) => void;
}

export function isText(value: JsonValue | undefined): value is string {
  return typeof value === 'string';
}

/** Undefined for another type, and for what is no height of a chain: the daemon may read a small one in it. */
export function heightOf(value: JsonValue | undefined): number | undefined {
  return value instanceof LosslessNumber && /^\d{1,9}$/.test(value.value) ? Number(value.value) : undefined;
}

export const NO_RANGE = 'a range of blocks is "m,n" or "m,n,step"';

/** A text as the daemon splits it (util.cpp:Split): a single height is also the last. */
export function readRange(text: string): { start: number; last: number; step: number | undefined } | undefined {
  if (!/^\d{1,9}(,\d{1,9}){0,2}$/.test(text)) return undefined;
  const [start = 0, last = start, step] = text.split(',').map(Number);
  return { start, last, step };
}

/** Also of one that is no list, or no object: the daemon refuses it. */
export function lengthOf(value: JsonValue | undefined): number {
  if (Array.isArray(value)) return value.length;
  return isJsonObject(value) ? Object.keys(value).length : 0;
}

export function otherMembers(value: JsonObject, known: ReadonlySet<string>): string[] {
  return Object.keys(value).filter((name) => !known.has(name));
}
