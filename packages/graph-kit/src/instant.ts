/** A point in time. Blocks have whole seconds, so that of a fraction only its presence matters. */
export interface Instant {
  /** Unix seconds, without the fraction; negative before 1970. */
  seconds: number;
  /** False: it lies between this second and the next one. */
  isWhole: boolean;
}

// RFC 3339, section 5.6. T and Z may be written small there.
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d+)?(?:Z|([+-])(\d{2}):(\d{2}))$/i;

/** Reads a point in time, in the form of RFC 3339 and with any offset; null for any other text, and for a day or a second that does not exist. */
export function parseInstant(text: string): Instant | null {
  const [, day, clock, fraction = '', sign, hours = '0', minutes = '0'] = INSTANT.exec(text) ?? [];
  if (day === undefined || clock === undefined) return null;
  const local = new Date(`${day}T${clock}Z`);
  // Date moves a day such as February 30 into the next month.
  if (Number.isNaN(local.getTime()) || local.toISOString() !== `${day}T${clock}.000Z`) return null;
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1);
  return { seconds: local.getTime() / 1000 - offset, isWhole: !/[1-9]/.test(fraction) };
}
