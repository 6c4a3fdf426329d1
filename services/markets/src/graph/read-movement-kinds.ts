import { readColumn, readHashes } from '@ledgergraph/chain-kit/graph/arguments';
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

const NUMBER = /^\d{1,10}$/;
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
  const marked = await findMarkedPlaces(db, of.chainId, movements);
  const keys = movements.filter((_, index) => marked[index]);
  const [facts, transfers, paid] = await Promise.all([
    findTransactionFacts(db, keys),
    findMadeTransfers(db, keys),
    findPaidParts(db, keys),
  ]);
  let at = 0;
  const kinds = movements.map((movement, index) => {
    if (marked[index] !== true) return decideKind(movement, plainFacts(movement.txIndex), [], []);
    const key = at;
    at += 1;
    return decideKind(movement, facts[key] ?? plainFacts(movement.txIndex), transfers[key] ?? [], paid[key] ?? []);
  });
  return kinds.join();
}

/** @throws VALIDATION_ERROR where a value has another form, or columns are of different lengths */
function readMovements(
  of: Omit<MovementKindsArguments, 'movements'>,
  columns: MovementColumns,
  max: number,
): (PlacedMovement & PaidKey)[] {
  const txids = readHashes('txids', columns.txids, max);
  const column = (name: keyof MovementColumns, form: RegExp): readonly string[] => {
    const values = readColumn(name, columns[name], form, max);
    if (values.length === txids.length) return values;
    throw validationError(name, `${name} must have one value for each of txids`);
  };
  const [txIndexes, amounts] = [column('txIndexes', NUMBER), column('amounts', SATOSHIS)];
  const directions = column('directions', DIRECTION);
  const heights = heightsOf(columns, txids.length, max);
  return txids.map((txid, index) => {
    const height = heights[index] as number;
    return {
      ...{ chainId: of.chainId, address: of.address, currencyId: of.currencyId, txid, height, blockHeight: height },
      txIndex: Number(txIndexes[index]),
      amount: BigInt(amounts[index] ?? ''),
      direction: directions[index] as Direction,
    };
  });
}

/** The height of each movement. */
function heightsOf({ heights, counts }: MovementColumns, count: number, max: number): number[] {
  const ofBlock = readColumn('counts', counts, NUMBER, max).map(Number);
  const blocks = readColumn('heights', heights, NUMBER, max).map(Number);
  if (blocks.length !== ofBlock.length || ofBlock.reduce((sum, one) => sum + one, 0) !== count)
    throw validationError('counts', 'counts must have one value for each of heights, and count the txids');
  return blocks.flatMap((height, index) => new Array<number>(ofBlock[index] ?? 0).fill(height));
}
