import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { createAdapter } from '@ledgergraph/service-kit/db/prisma-adapter';

/**
 * Adapter of a client whose statements a recorder sees, those of the typed client too. Each statement runs twice: once
 * for the recorder, once for the answer.
 */
export function createRecordedAdapter(databaseUrl: string, recorder: SqlExecutor): ReturnType<typeof createAdapter> {
  const factory = createAdapter(databaseUrl);
  const connect = factory.connect.bind(factory);
  factory.connect = async () => {
    const adapter = await connect();
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (query) => {
      const values = query.args.map((value, index) =>
        query.argTypes[index]?.scalarType === 'bytes' && typeof value === 'string'
          ? Buffer.from(value, 'base64')
          : value,
      );
      await recorder.$queryRawUnsafe(query.sql, ...values);
      return queryRaw(query);
    };
    return adapter;
  };
  return factory;
}
