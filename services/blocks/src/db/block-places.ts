import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { hex } from '@ledgergraph/chain-kit/hex';

/** No other block of this database ever has the place. */
export interface BlockRowPlace {
  chain: number;
  height: number;
  /** 0, 1, 2 … among the blocks of this height. */
  ordinal: number;
}

export interface PlacedBlock<Row> {
  row: Row;
  place: BlockRowPlace;
  isKnown: boolean;
}

/** The transaction holds the chain's cursor, so no other one gives places. */
export async function placeBlocks<Row extends { block: { height: number; hash: Uint8Array } }>(
  tx: SqlExecutor,
  chain: number,
  rows: readonly Row[],
): Promise<PlacedBlock<Row>[]> {
  const [lowest, highest] = [rows[0]?.block.height ?? 0, rows.at(-1)?.block.height ?? -1];
  const known = await tx.$queryRawUnsafe<{ height: number; ordinal: number; hash: string }[]>(
    `SELECT height, ordinal, encode(hash, 'hex') AS hash FROM block
      WHERE chain = $1 AND height >= $2 AND height <= $3 ORDER BY height, ordinal`,
    chain,
    lowest,
    highest,
  );
  const byHeight = Map.groupBy(known, ({ height }) => height);
  return rows.map((row) => {
    const { height, hash } = row.block;
    const others = byHeight.get(height) ?? [];
    const own = others.find((other) => other.hash === hex(hash));
    const ordinal = own?.ordinal ?? (others.at(-1)?.ordinal ?? -1) + 1;
    return { row, place: { chain, height, ordinal }, isKnown: own !== undefined };
  });
}

export function listNew<Row>(placed: readonly PlacedBlock<Row>[]): PlacedBlock<Row>[] {
  return placed.filter(({ isKnown }) => !isKnown);
}
