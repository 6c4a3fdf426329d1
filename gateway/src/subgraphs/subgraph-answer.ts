import { z } from 'zod';
import type { SubgraphError } from '#/errors/client-errors.ts';
import type { FailureCode } from '#/errors/error-codes.ts';
import { type PoolMark, poolMark } from '#/pin/pool-marks.ts';

export interface Received {
  status: number;
  text: string;
}

/** The subgraph gave no usable answer. The cause is for our log only. */
export class SubgraphFailure extends Error {
  readonly code: FailureCode;
  /** The subgraph has not got the request. */
  readonly isUnsent: boolean;

  constructor(code: FailureCode, cause: unknown, isUnsent = false) {
    super(code, { cause });
    this.name = 'SubgraphFailure';
    this.code = code;
    this.isUnsent = isUnsent;
  }
}

const graphqlError: z.ZodType<SubgraphError> = z.object({
  message: z.string().default(''),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.record(z.string(), z.unknown()).default({}),
});

const poolMarks = z.array(poolMark).min(1);

const answer = z.object({
  // Rows are validated where the plan joins them.
  data: z.custom<Record<string, unknown> | null>((value) => value === null || typeof value === 'object').optional(),
  errors: z.array(graphqlError).default([]),
});

export type SubgraphAnswer = z.output<typeof answer> & {
  poolMarks?: readonly PoolMark[] | undefined;
  /** Gives back the room of the answer. */
  giveBack?: () => void;
};

interface Body extends Partial<Omit<SubgraphAnswer, 'poolMarks' | 'giveBack'>> {
  extensions?: unknown;
}

/** GraphQL errors come with 4xx and 5xx too. @throws SubgraphFailure for what is no GraphQL answer */
export function readAnswer({ status, text }: Received): SubgraphAnswer {
  const body = parseJson(text) as Body | null | undefined;
  if (typeof body?.data === 'object' && body.errors === undefined && body.extensions === undefined) {
    return { data: body.data, errors: [] };
  }
  const parsed = answer.safeParse(body);
  if (parsed.success && (parsed.data.data !== undefined || parsed.data.errors.length > 0)) {
    return { ...parsed.data, poolMarks: readPoolMarks(body?.extensions) };
  }
  throw new SubgraphFailure(
    'SUBGRAPH_UNAVAILABLE',
    // Nothing of the text, which may repeat the request.
    new Error(`status ${status}, not a GraphQL answer but ${text.length} characters of something else`),
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function readPoolMarks(extensions: unknown): PoolMark[] | undefined {
  const { pending } = (extensions ?? {}) as { pending?: unknown };
  if (pending === undefined) return undefined;
  const read = poolMarks.safeParse(pending);
  if (read.success) return read.data;
  // Without its marks such an answer would pass for one that follows from its block.
  throw new SubgraphFailure('INTERNAL_SERVER_ERROR', new Error('marks of the mempool of another form'));
}
