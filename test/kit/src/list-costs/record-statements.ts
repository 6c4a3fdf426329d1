import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';

export interface Statement {
  sql: string;
  values: unknown[];
}

export interface StatementRecorder {
  db: SqlExecutor;
  take(): Statement[];
}

export function recordStatements(db: SqlExecutor): StatementRecorder {
  let statements: Statement[] = [];
  return {
    db: {
      $executeRawUnsafe: () => Promise.reject(new Error('an answer writes nothing')),
      $queryRawUnsafe: (sql, ...values) => {
        statements.push({ sql, values });
        return db.$queryRawUnsafe(sql, ...values);
      },
    },
    take() {
      const taken = statements;
      statements = [];
      return taken;
    },
  };
}
