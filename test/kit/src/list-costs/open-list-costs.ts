import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import { findCursor } from '@ledgergraph/chain-kit/chain/cursor';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import type { ReadContext } from '@ledgergraph/chain-kit/graph/read-context';
import type { BlockPlace } from '@ledgergraph/graph-kit/block-place';
import type { Position } from '@ledgergraph/graph-kit/cursor';
import { sealCursor } from '#/seal-cursor.ts';
import { openTestSubgraph, type TestSubgraphOptions } from '#/subgraph.ts';
import { ListCosts, type ListCostsOptions } from './list-costs.ts';
import { recordStatements } from './record-statements.ts';
import { vacuum } from './vacuum.ts';

const HASHES = 200;

export interface CaseTools {
  anchor: BlockPlace;
  /** The highest first. */
  hashes: string[];
  /** Into the middle of a list of Query. @param args as `sealCursor` takes them */
  deep(field: string, args: Record<string, unknown>, position: Position): string;
}

type Cases = Pick<ListCostsOptions, 'roots' | 'entities' | 'nested' | 'bounded'>;

export interface ListCostsStand<Loaders> extends Pick<TestSubgraphOptions<Loaders>, 'schema'> {
  /** With enough rows on one chain to show a table read from end to end. */
  db: SqlExecutor;
  chainId: string;
  resolvers: TestSubgraphOptions<Loaders>['resolvers'];
  loaders(context: ReadContext<Loaders>): Loaders;
  cases(tools: CaseTools): Cases | Promise<Cases>;
}

export async function openListCosts<Loaders>({
  db,
  chainId,
  schema,
  resolvers,
  loaders,
  cases,
}: ListCostsStand<Loaders>): Promise<{ costs: ListCosts; anchor: BlockPlace; close(): Promise<void> }> {
  await vacuum(db);
  const recorder = recordStatements(db);
  const subgraph = await openTestSubgraph<Loaders>({
    schema,
    resolvers,
    db: recorder.db,
    loaders,
  });
  const anchor = await findCursor(db, chainId);
  if (anchor === null) throw new Error(`no block of ${chainId} is applied`);
  const blocks = await db.$queryRawUnsafe<{ hash: string }[]>(
    `SELECT encode(hash, 'hex') AS hash FROM applied_block WHERE chain = ${chainNumber(1)} ORDER BY height DESC LIMIT $2::integer`,
    chainId,
    HASHES,
  );
  const hashes = blocks.map(({ hash }) => hash);
  const deep: CaseTools['deep'] = (field, args, position) => sealCursor({ field, chainId, args }, anchor, position);
  const costs = await ListCosts.open({ subgraph, recorder, db, ...(await cases({ anchor, hashes, deep })) });
  return { costs, anchor, close: () => subgraph.close() };
}
