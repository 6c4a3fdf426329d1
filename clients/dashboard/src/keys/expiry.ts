export interface ExpiryChoice {
  kind: 'never' | '30' | '90' | '365' | 'date';
  /** YYYY-MM-DD where the reader is; only for `date`. */
  date: string;
}

export const NEVER: ExpiryChoice = { kind: 'never', date: '' };

const DAY_MS = 86_400_000;

/** Null: never. Undefined: no date was given. A date counts to its end. */
export function expiryInstant({ kind, date }: ExpiryChoice, nowMs: number): string | null | undefined {
  if (kind === 'never') return null;
  if (kind !== 'date') return new Date(nowMs + Number(kind) * DAY_MS).toISOString();
  const end = new Date(`${date}T23:59:59`);
  return Number.isNaN(end.getTime()) ? undefined : end.toISOString();
}

export function choiceOf(expiresAt: string | null): ExpiryChoice {
  if (expiresAt === null) return NEVER;
  const end = new Date(expiresAt);
  const two = (value: number): string => String(value).padStart(2, '0');
  return { kind: 'date', date: `${end.getFullYear()}-${two(end.getMonth() + 1)}-${two(end.getDate())}` };
}

export function expiryProblem(choice: ExpiryChoice, nowMs: number): string | null {
  const instant = expiryInstant(choice, nowMs);
  if (instant === undefined) return 'Choose a date';
  return instant !== null && Date.parse(instant) <= nowMs ? 'Choose a date that is still to come' : null;
}
