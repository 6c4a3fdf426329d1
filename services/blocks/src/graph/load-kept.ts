import type { RawOutcome } from '#/raw/raw-outcome.ts';

/** `no-nodes`: this installation has no process that talks to nodes. */
export type RawRead = RawOutcome | { kind: 'no-nodes' };

interface KeptReads<Key> {
  find(keys: readonly Key[]): Promise<(Uint8Array | undefined)[]>;
  /** Absent: no node can be asked. */
  fetch?: ((chainId: string, keys: readonly Key[]) => Promise<RawOutcome[]>) | undefined;
}

/** Kept bytes and texts come with one statement, the rest with one call for each chain. */
export async function loadKept<Key extends { chainId: string }>(
  keys: readonly Key[],
  { find, fetch }: KeptReads<Key>,
): Promise<RawRead[]> {
  const kept = await find(keys);
  const missing = keys.filter((_, index) => kept[index] === undefined);
  const fetched = new Map<Key, RawRead>();
  const chains = Map.groupBy(missing, ({ chainId }) => chainId);
  await Promise.all(
    Array.from(chains, async ([chainId, own]) => {
      const outcomes = (await fetch?.(chainId, own)) ?? [];
      for (const [index, key] of own.entries()) {
        const outcome = outcomes[index];
        if (outcome !== undefined) fetched.set(key, outcome);
      }
    }),
  );
  return keys.map((key, index) => {
    const raw = kept[index];
    if (raw !== undefined) return { kind: 'raw', raw };
    return fetched.get(key) ?? { kind: fetch === undefined ? 'no-nodes' : 'away' };
  });
}
