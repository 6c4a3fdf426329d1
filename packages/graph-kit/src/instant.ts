/** Blocks have whole seconds, so only the presence of a fraction matters. */
export interface Instant {
  /** Negative before 1970. */
  seconds: number;
  /** False: it lies between this second and the next one. */
  isWhole: boolean;
}

// RFC 3339, section 5.6; T and Z may be written small.
const INSTANT = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}:\d{2})(\.\d+)?(?:Z|([+-])(\d{2}):(\d{2}))$/i;

/** Null also for a day or a second that does not exist. */
export function parseInstant(text: string): Instant | null {
  const [, day, clock, fraction = '', sign, hours = '0', minutes = '0'] = INSTANT.exec(text) ?? [];
  if (day === undefined || clock === undefined) return null;
  const local = new Date(`${day}T${clock}Z`);
  // Date moves February 30 into March.
  if (Number.isNaN(local.getTime()) || local.toISOString() !== `${day}T${clock}.000Z`) return null;
  if (Number(hours) > 23 || Number(minutes) > 59) return null;
  const offset = (Number(hours) * 60 + Number(minutes)) * 60 * (sign === '-' ? -1 : 1);
  return { seconds: local.getTime() / 1000 - offset, isWhole: !/[1-9]/.test(fraction) };
}
