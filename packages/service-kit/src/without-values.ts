/** Postgres puts `Key (name)=(value)` behind a column. */
const QUOTED = /"[^"]*"|'[^']*'|`[^`]*`|=\([^)]*\)/g;

export function withoutValues(message: string): string {
  return message.replace(QUOTED, '…');
}
