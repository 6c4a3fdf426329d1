/** Between any two quotes, and what Postgres puts in brackets behind a column: `Key (name)=(value)`. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|=\([^)]*\)/g;

/** A message about somebody's values, without them: whatever is quoted may be one. */
export function withoutValues(message: string): string {
  return message.replace(QUOTED, '…');
}
