import { destination, type Logger, pino, stdSerializers } from 'pino';
import { isTracingOn } from './env.ts';
import { currentTrace } from './trace-context.ts';
import { withoutValues } from './without-values.ts';

export type { Logger };

/** JSON lines on stdout, with the ids of the trace they belong to while tracing is on. Secrets must not reach it: the paths that could carry one are cut as a second fence. */
export function createLogger(name: string, level: string): Logger {
  const options = {
    name,
    level,
    ...(isTracingOn() && { mixin: currentTrace }),
    serializers: { err: describeError },
    redact: ['authorization', 'headers.authorization', '*.authorization', '*.password', '*.secret'],
  };
  // Synchronous: with lines still waiting, sonic-boom tries for ever at exit to write them to a reader that was killed.
  return pino(options, destination({ dest: 1, sync: true }));
}

/** Names of database errors, whose messages may repeat the values of a statement. */
const DATABASE_ERROR = /^(Prisma|DriverAdapterError|DatabaseError|error$)/;

/** An error as it is logged: one of the database, or caused by one, without the values in its texts. */
export function describeError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const described = stdSerializers.err(error);
  if (!isOfDatabase(error)) return described;
  const { type, message, stack } = described;
  const code = 'code' in error ? error.code : undefined;
  return { type, code, message: withoutValues(message), stack: withoutValues(stack) };
}

function isOfDatabase(error: Error): boolean {
  if (DATABASE_ERROR.test(error.name)) return true;
  return error.cause instanceof Error && isOfDatabase(error.cause);
}
