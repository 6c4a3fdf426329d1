import { destination, type Logger, pino, stdSerializers } from 'pino';
import { isTracingOn } from './env.ts';
import { currentTrace } from './trace-context.ts';
import { withoutValues } from './without-values.ts';

export type { Logger };

/** JSON lines on stdout. The paths that could carry a secret are cut as a second fence. */
export function createLogger(name: string, level: string): Logger {
  const options = {
    name,
    level,
    ...(isTracingOn() && { mixin: currentTrace }),
    serializers: { err: describeError },
    redact: ['authorization', 'headers.authorization', '*.authorization', '*.password', '*.secret'],
  };
  // Otherwise sonic-boom tries for ever at exit to write to a reader that was killed.
  return pino(options, destination({ dest: 1, sync: true }));
}

/** Messages of these errors may repeat the values of a statement. */
const DATABASE_ERROR = /^(Prisma|DriverAdapterError|DatabaseError|error$)/;

/** An error of the database, or caused by one, loses the values in its texts. */
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
