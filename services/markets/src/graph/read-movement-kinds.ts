import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { readColumn, readHashes, readIntegers } from '@ledgergraph/chain-kit/graph/arguments';
import { validationError } from '@ledgergraph/graph-kit/errors';
import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';
import { findMarkedPlaces } from '#/db/find-marked-places.ts';
import {
  findMadeTransfers,
  findPaidParts,
  findTransactionFacts,
  type PaidKey,
  plainFacts,
} from '#/db/find-movement-facts.ts';
import type { Direction } from '#/kinds/movement-facts.ts';
import type { MovementKind } from '#/kinds/movement-kind.ts';
import type { Context } from './loaders.ts';
import { decideKind, type PlacedMovement } from './Movement.ts';

/** The input MovementColumns. */
export interface MovementColumns {
  txids: string;
  heights: string;
  counts: string;
  txIndexes: string;
  amounts: string;
  directions: string;
}

export interface MovementKindsArguments {
  chainId: string;
  address: string;
  currencyId: string;
  movements: MovementColumns;
}

const SATOSHIS = /^-?\d{1,20}$/;
const DIRECTION = /^(?:RECEIVED|SENT|SELF)$/;

/** Query.movementKinds: Movement.kind of many movements, read in one go and without an object of the graph for each. */
export async function readMovementKinds(
  _: unknown,
  { movements: columns, ...of }: MovementKindsArguments,
  context: Context,
): Promise<string> {
  await context.view(of.chainId);
  const movements = readMovements(of, columns, context.pageMax ?? PAGE_MAX);
  const db = await context.reads(of.chainId);
  // Most transactions are plain payments, of which nothing is stored: the others are found block by block.
  const marked = await decideKinds(db, await findMarkedPlaces(db, of.chainId, movements));
  const kinds = movements.map(
    (movement) => marked.get(movement) ?? decideKind(movement, plainFacts(movement.txIndex), [], []),
  );
  return kinds.join();
}

type PaidMovement = PlacedMovement & PaidKey;

/** Decides on movements by the facts of their transactions. */
async function decideKinds(
  db: SqlExecutor,
  movements: readonly PaidMovement[],
): Promise<ReadonlyMap<PaidMovement, MovementKind>> {
  if (movements.length === 0) return new Map();
  const [facts, transfers, paid] = await Promise.all([
    findTransactionFacts(db, movements),
    findMadeTransfers(db, movements),
    findPaidParts(db, movements),
  ]);
  return new Map(
    movements.map((movement, index) => {
      const factsOf = facts[index] as (typeof facts)[number];
      return [movement, decideKind(movement, factsOf, transfers[index] ?? [], paid[index] ?? [])];
    }),
  );
}

/** @throws VALIDATION_ERROR where a value has another form, or columns are of different lengths */
function readMovements(
  of: Omit<MovementKindsArguments, 'movements'>,
  columns: MovementColumns,
  max: number,
): PaidMovement[] {
  const txids = readHashes('txids', columns.txids, max);
  const oneForEach = <Value>(name: keyof MovementColumns, values: readonly Value[]): readonly Value[] => {
    if (values.length === txids.length) return values;
    throw validationError(name, `${name} must have one value for each of txids`);
  };
  const txIndexes = oneForEach('txIndexes', readIntegers('txIndexes', columns.txIndexes, max));
  const amounts = oneForEach('amounts', readColumn('amounts', columns.amounts, SATOSHIS, max));
  const directions = oneForEach('directions', readColumn('directions', columns.directions, DIRECTION, max));
  const heights = heightsOf(columns, txids.length, max);
  return txids.map((txid, index) => {
    const height = heights[index] as number;
    return {
      ...{ chainId: of.chainId, address: of.address, currencyId: of.currencyId, txid, height, blockHeight: height },
      txIndex: txIndexes[index] as number,
      amount: BigInt(amounts[index] ?? ''),
      direction: directions[index] as Direction,
    };
  });
}

/** The height of each movement. */
function heightsOf({ heights, counts }: MovementColumns, count: number, max: number): number[] {
  const ofBlock = readIntegers('counts', counts, max);
  const blocks = readIntegers('heights', heights, max);
  if (blocks.length !== ofBlock.length || ofBlock.reduce((sum, one) => sum + one, 0) !== count)
    throw validationError('counts', 'counts must have one value for each of heights, and count the txids');
  return blocks.flatMap((height, index) => new Array<number>(ofBlock[index] ?? 0).fill(height));
}
