import { describeLog } from '#/terminal/describe-log.ts';

const WARN = 40;

/**
 * The newest line of a JSON log, in words, when it is a warning or worse; undefined when the process is well.
 * The node's own state (wrong password, another chain, still warming up) reaches a newcomer this way.
 */
export function describeWarning(tail: string): string | undefined {
  const line = tail.trimEnd().split('\n').at(-1) ?? '';
  try {
    const { level } = JSON.parse(line) as { level?: unknown };
    return typeof level === 'number' && level >= WARN ? describeLog(line).trim() : undefined;
  } catch {
    return undefined;
  }
}
