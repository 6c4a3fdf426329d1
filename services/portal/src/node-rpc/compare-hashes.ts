/** verusd orders hashes by their bytes, which are printed from last to first. */
export function compareHashes(one: string, other: string): number {
  return Buffer.compare(Buffer.from(one, 'hex').reverse(), Buffer.from(other, 'hex').reverse());
}
