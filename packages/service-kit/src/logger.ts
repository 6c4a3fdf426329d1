import { destination, type Logger, pino } from 'pino';

export type { Logger };

/** JSON lines on stdout. Secrets must not reach it: the paths that could carry one are cut as a second fence. */
export function createLogger(name: string, level: string): Logger {
  const options = {
    name,
    level,
    redact: ['authorization', 'headers.authorization', '*.authorization', '*.password', '*.secret'],
  };
  // Synchronous: with lines still waiting, sonic-boom tries for ever at exit to write them to a reader that was killed.
  return pino(options, destination({ dest: 1, sync: true }));
}
