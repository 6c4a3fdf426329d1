const WHOLE = new Intl.NumberFormat('en-US');
const SHORT = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 });

/** `1,234,567`. */
export function whole(count: number): string {
  return WHOLE.format(count);
}

/** `1.2M`, for axes. */
export function short(count: number): string {
  return SHORT.format(count);
}
