import { readList } from '@ledgergraph/chain-kit/graph/arguments';
import { validationError } from '@ledgergraph/graph-kit/errors';
import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';
import { findMadeTransfers, findPaidParts, findTransactionFacts } from '#/db/find-movement-facts.ts';
import type { Direction } from '#/kinds/movement-facts.ts';
import type { MovementKind } from '#/kinds/movement-kind.ts';
import type { Context } from './loaders.ts';
import { decideKind } from './Movement.ts';

export interface MovementKindsArguments {
  chainId: string;
  address: string;
  currencyId: string;
  txids: readonly string[];
  heights: readonly number[];
  txIndexes: readonly number[];
  /** In satoshis. */
  amounts: readonly bigint[];
  directions: readonly Direction[];
}

/** Query.movementKinds: Movement.kind of many movements, read in one go and without an object of the graph for each. */
export async function readMovementKinds(
  _: unknown,
  { chainId, address, currencyId, txids, ...of }: MovementKindsArguments,
  context: Context,
): Promise<MovementKind[]> {
  await context.view(chainId);
  readList('txids', txids, context.pageMax ?? PAGE_MAX);
  for (const [name, values] of Object.entries(of)) {
    if (values.length !== txids.length) throw validationError(name, `${name} must have one value for each of txids`);
  }
  const movements = txids.map((txid, index) => ({
    ...{ chainId, address, currencyId, txid },
    height: of.heights[index] as number,
    txIndex: of.txIndexes[index] as number,
    amount: of.amounts[index] as bigint,
    direction: of.directions[index] as Direction,
  }));
  const db = await context.reads(chainId);
  const [facts, transfers, paid] = await Promise.all([
    findTransactionFacts(db, movements),
    findMadeTransfers(db, movements),
    findPaidParts(db, movements),
  ]);
  return movements.map(({ height, ...movement }, index) => {
    const factsOf = facts[index] as (typeof facts)[number];
    return decideKind({ ...movement, blockHeight: height }, factsOf, transfers[index] ?? [], paid[index] ?? []);
  });
}
