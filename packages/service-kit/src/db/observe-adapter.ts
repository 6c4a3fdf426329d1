import { SpanKind } from '@opentelemetry/api';
import type { SqlDriverAdapter, SqlQueryable } from '@prisma/driver-adapter-utils';
import { isTracingOn } from '#/env.ts';
import { inSpan, isInSpan } from '#/tracing/spans.ts';
import type { OpenPools, PoolState } from './open-pools.ts';

export function observeAdapter(
  adapter: SqlDriverAdapter,
  pool: PoolState,
  pools: OpenPools | undefined,
): SqlDriverAdapter {
  const forget = pools?.note(pool);
  const dispose = adapter.dispose.bind(adapter);
  adapter.dispose = async () => {
    forget?.();
    await dispose();
  };
  if (!isTracingOn()) return adapter;
  const startTransaction = adapter.startTransaction.bind(adapter);
  adapter.startTransaction = async (isolationLevel) => traceStatements(await startTransaction(isolationLevel));
  return traceStatements(adapter);
}

function traceStatements<Queryable extends SqlQueryable>(queryable: Queryable): Queryable {
  const queryRaw = queryable.queryRaw.bind(queryable);
  const executeRaw = queryable.executeRaw.bind(queryable);
  queryable.queryRaw = (query) => inStatement(query.sql, () => queryRaw(query));
  queryable.executeRaw = (query) => inStatement(query.sql, () => executeRaw(query));
  return queryable;
}

/** Makes a span of a statement inside a trace. It holds the text only, never the values. */
export function inStatement<Result>(sql: string, run: () => Promise<Result>): Promise<Result> {
  if (!isTracingOn() || !isInSpan()) return run();
  const verb = /^\W*(\w+)/.exec(sql)?.[1]?.toUpperCase() ?? 'SQL';
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': sql };
  return inSpan(`sql ${verb}`, attributes, run, SpanKind.CLIENT);
}
