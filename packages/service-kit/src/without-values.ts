/** Postgres puts `Key (name)=(value)` behind a column. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|=\([^)]*\)/g;

/** Every quoted text may be a value. */
export function withoutValues(message: string): string {
  return message.replace(QUOTED, '…');
}
