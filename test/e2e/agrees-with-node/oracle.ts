import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { gunzipSync } from 'node:zlib';
import type { Untyped } from '@ledgergraph/test-kit/client';
import { type ExactJson, exactJson, parseLossless } from '@ledgergraph/verus-protocol/lossless-json';

export type { Untyped };

/** Numbers are exact text where they could lose digits. */
export interface RecordedAnswer {
  method: string;
  params: ExactJson[];
  result?: Untyped;
  error?: { code: number; message: string };
}

export type Ask = (
  document: string,
  variables?: Record<string, unknown>,
) => Promise<{
  data: Untyped;
  errors: { message: string; path?: (string | number)[]; extensions: { code: string } }[];
}>;

export class Differences {
  readonly found: string[] = [];
  compared = 0;

  compare(what: string, ours: unknown, nodes: unknown): void {
    this.compared += 1;
    if (isDeepStrictEqual(ours, nodes)) return;
    this.found.push(`${what}: ours ${JSON.stringify(ours)} node ${JSON.stringify(nodes)}`.slice(0, 600));
  }
}

function readLines(recording: string, file: string): ExactJson[] {
  const text = gunzipSync(readFileSync(join(recording, file))).toString();
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => exactJson(parseLossless(line)));
}

export function readAnswers(recording: string): RecordedAnswer[] {
  return readLines(recording, 'answers.jsonl.gz') as unknown as RecordedAnswer[];
}

/** getblock 2 of every height. */
export function readBlocks(recording: string): Untyped[] {
  return readLines(recording, 'blocks.jsonl.gz').map((line) => (line as { block: unknown }).block);
}

/** getblock 2 of every orphaned block. */
export function readOrphans(recording: string): Untyped[] {
  return readLines(recording, 'orphans.jsonl.gz').map((line) => (line as { block: unknown }).block);
}

export async function forEachParallel<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      for (const item of queue) await work(item);
    }),
  );
}

/** `read` runs the query with a cursor and returns its connection. */
export async function walk<Row = Untyped>(
  read: (cursor: string | null) => Promise<{ rows: Row[]; hasMore: boolean; nextCursor: string | null }>,
): Promise<Row[]> {
  const rows: Row[] = [];
  let cursor: string | null = null;
  for (;;) {
    const page: { rows: Row[]; hasMore: boolean; nextCursor: string | null } = await read(cursor);
    rows.push(...page.rows);
    if (!page.hasMore) return rows;
    cursor = page.nextCursor;
  }
}
