const LINES_SHOWN = 12;
/** Beginning of a line about the end of its process. */
const FATAL = '{"level":60,';

/** Our processes log JSON; a person gets the messages only. */
export function describeLog(text: string): string {
  return text.split('\n').map(describeLine).join('\n');
}

/** The lines by which a process ended, else the last ones. */
export function describeFailure(text: string): string {
  const lines = text.split('\n');
  const fatal = lines.filter((line) => line.startsWith(FATAL));
  return describeLog((fatal.length > 0 ? fatal : lines).slice(-LINES_SHOWN).join('\n'));
}

function describeLine(line: string): string {
  try {
    const entry = JSON.parse(line) as { msg?: unknown; err?: { message?: unknown } };
    const words = [entry.msg, entry.err?.message].filter((word) => typeof word === 'string');
    return words.length === 0 ? line : `  ${words.join(': ')}`;
  } catch {
    return `  ${line}`;
  }
}
