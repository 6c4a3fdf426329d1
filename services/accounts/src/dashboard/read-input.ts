import type { z } from 'zod';
import { DashboardError } from './dashboard-error.ts';
import { checkTexts } from './refuse-texts.ts';

/** Validates the input, which may also have come as JSON in a text of the request. Throws INVALID_INPUT with the problem of each member. */
export function readInput<Output>(schema: z.ZodType<Output>, given: unknown): Output {
  checkTexts(given);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) fields[String(path[0] ?? '')] ??= message;
  const [first = 'The request cannot be read.'] = Object.values(fields);
  delete fields[''];
  throw new DashboardError('INVALID_INPUT', first, { fields });
}
