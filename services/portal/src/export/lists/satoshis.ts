/** Amounts of the graph have eight decimals. */
export function satoshisOf(value: unknown): bigint {
  return BigInt(String(value ?? 0).replace('.', ''));
}
