import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import {
  findMadeTransfers,
  findPaidParts,
  findTransactionFacts,
  type PaidKey,
  plainFacts,
} from '#/db/find-movement-facts.ts';
import { findNotableTransactions } from '#/db/find-notable-transactions.ts';
import type { Movement } from '#/kinds/movement-facts.ts';
import { type MovementKind, movementKind } from '#/kinds/movement-kind.ts';

export type PlacedMovement = Movement & PaidKey;

/** Nothing is stored of most transactions, which are plain payments: the others are found block by block. */
export async function findMovementKinds(
  db: SqlExecutor,
  movements: readonly PlacedMovement[],
): Promise<MovementKind[]> {
  const ofChains = Map.groupBy(movements, ({ chainId }) => chainId);
  const notable = (await Promise.all(Array.from(ofChains, ([id, own]) => findNotableTransactions(db, id, own)))).flat();
  const kinds = await decideKinds(db, notable);
  const decided = new Map(notable.map((movement, index) => [movement, kinds[index]]));
  return movements.map(
    (movement) =>
      decided.get(movement) ??
      movementKind({ ...movement, transaction: { ...plainFacts(movement.txIndex), transfers: [] }, paid: [] }),
  );
}

export async function decideKinds(db: SqlExecutor, movements: readonly PlacedMovement[]): Promise<MovementKind[]> {
  if (movements.length === 0) return [];
  const [facts, transfers, paid] = await Promise.all([
    findTransactionFacts(db, movements),
    findMadeTransfers(db, movements),
    findPaidParts(db, movements),
  ]);
  return movements.map((movement, index) => {
    const transaction = { ...(facts[index] ?? plainFacts(movement.txIndex)), transfers: transfers[index] ?? [] };
    return movementKind({ ...movement, transaction, paid: paid[index] ?? [] });
  });
}
