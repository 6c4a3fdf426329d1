import { LosslessNumber } from '@ledgergraph/verus-protocol/lossless-json';

/** JSON text that is printed as it is. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A bigint is printed as its digits, and a number of the client as it wrote it. */
export type Json = null | boolean | string | number | bigint | RawJson | LosslessNumber | readonly Json[] | JsonMembers;
/** A member that is undefined is left out. */
export interface JsonMembers {
  readonly [name: string]: Json | undefined;
}

export function writeJson(value: Json): string {
  if (value === null || typeof value === 'boolean' || typeof value === 'number' || typeof value === 'bigint')
    return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (value instanceof RawJson) return value.text;
  if (value instanceof LosslessNumber) return value.value;
  if (isList(value)) return `[${value.map(writeJson).join(',')}]`;
  const members: string[] = [];
  for (const [name, member] of Object.entries(value))
    if (member !== undefined) members.push(`${JSON.stringify(name)}:${writeJson(member)}`);
  return `{${members.join(',')}}`;
}

function isList(value: readonly Json[] | JsonMembers): value is readonly Json[] {
  return Array.isArray(value);
}

export function integer(value: number): LosslessNumber {
  return new LosslessNumber(String(value));
}
