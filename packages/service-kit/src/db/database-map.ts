import { z } from 'zod';
import { databaseUrl } from '#/database-url.ts';

export interface DatabaseUrls {
  url: string;
  /** Asynchronous replicas, of one server each. */
  readUrls: readonly string[];
}

export interface DatabaseMap {
  others: DatabaseUrls;
  byChain: ReadonlyMap<string, DatabaseUrls>;
}

const shape = z.record(
  z.string().min(1),
  z.strictObject({ url: databaseUrl, readUrls: z.array(databaseUrl).default([]) }),
);

/** JSON, `{"<chainId>": {"url": "…", "readUrls": ["…"]}}`. Its faults never repeat what it holds. */
export const chainDatabasesEnv = z
  .string()
  .describe(
    'Databases of chains that are not in `DATABASE_URL`: `{"<chainId>": {"url": "postgresql://…", "readUrls": []}}`.',
  )
  .default('')
  .transform((text, context): Record<string, DatabaseUrls> => {
    const parsed = shape.safeParse(readJson(text));
    if (parsed.success) return parsed.data;
    context.addIssue({ code: 'custom', message: 'it must be {"<chainId>": {"url": "postgres://…", "readUrls": []}}' });
    return z.NEVER;
  });

function readJson(text: string): unknown {
  try {
    return text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    return undefined;
  }
}

export interface ByChain<Database> {
  of(chainId: string): Database;
  /** Each once; that of the chains that are not named comes first. */
  list(): readonly Database[];
}

export function ofAllChains<Database>(database: Database): ByChain<Database> {
  const all = [database];
  return { of: () => database, list: () => all };
}

export function openByChain<Database>(map: DatabaseMap, open: (urls: DatabaseUrls) => Database): ByChain<Database> {
  const opened = new Map<string, Database>();
  const openOnce = (urls: DatabaseUrls): Database => {
    const known = opened.get(urls.url);
    if (known !== undefined) return known;
    const database = open({ url: urls.url, readUrls: readUrlsOf(map, urls.url) });
    opened.set(urls.url, database);
    return database;
  };
  const others = openOnce(map.others);
  const byChain = new Map(Array.from(map.byChain, ([chainId, urls]) => [chainId, openOnce(urls)]));
  const all = [...opened.values()];
  return { of: (chainId) => byChain.get(chainId) ?? others, list: () => all };
}

function readUrlsOf({ others, byChain }: DatabaseMap, url: string): string[] {
  const entries = [others, ...byChain.values()].filter((entry) => entry.url === url);
  return [...new Set(entries.flatMap(({ readUrls }) => readUrls))];
}

export function listPrimaries({ others, byChain }: DatabaseMap): string[] {
  return [...new Set([others, ...byChain.values()].map(({ url }) => url))];
}
