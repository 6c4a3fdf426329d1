const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** `21 Nov` for a day, `Nov 2026` for a month. */
export function chartLabel(bar: string): string {
  return (bar.length === 7 ? MONTH : DAY).format(new Date(bar));
}
