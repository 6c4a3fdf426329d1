import type { z } from 'zod';
import { DashboardError } from './dashboard-error.ts';

/** Missing input counts as empty. Throws INVALID_INPUT with the problem of each member. */
export function readInput<Output>(schema: z.ZodType<Output>, given: unknown): Output {
  const parsed = schema.safeParse(given ?? {});
  if (parsed.success) return parsed.data;
  const fields: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) fields[String(path[0] ?? '')] ??= message;
  const [first = 'The request cannot be read.'] = Object.values(fields);
  delete fields[''];
  throw new DashboardError('INVALID_INPUT', first, { fields });
}
