/** Between any two quotes, and what Postgres puts in brackets behind a column: `Key (name)=(value)`. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|=\([^)]*\)/g;

/** Returns a message without the values in it: every quoted text may be a value. */
export function withoutValues(message: string): string {
  return message.replace(QUOTED, '…');
}
