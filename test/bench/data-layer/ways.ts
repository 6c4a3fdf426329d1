import type { connectDatabase } from '@ledgergraph/blocks/context';

type Database = ReturnType<typeof connectDatabase>;

/** Both ways go through the same Prisma client. */
export interface Read {
  name: string;
  raw: () => PromiseLike<unknown>;
  typed: () => PromiseLike<unknown>;
}

const WIDE = {
  chain: true,
  hash: true,
  height: true,
  main: true,
  previousHash: true,
  time: true,
  version: true,
  merkleRoot: true,
  bits: true,
  difficulty: true,
  chainWork: true,
  validation: true,
  size: true,
  producer: true,
  reward: true,
  transactionCount: true,
} as const;
const WIDE_COLUMNS = `chain, encode(hash, 'hex') AS hash, height, main, encode(previous_hash, 'hex') AS "previousHash",
  time, version, encode(merkle_root, 'hex') AS "merkleRoot", bits, difficulty, encode(chain_work, 'hex') AS "chainWork",
  validation, size, producer, reward, transaction_count AS "transactionCount"`;
const NARROW = { height: true, time: true, size: true, reward: true, producer: true } as const;
const HEIGHT = 100;
const RANGE = { gte: 0, lte: 300 };
const PAGE = 50;
const MANY = Array.from({ length: 20 }, (_, index) => 10 + index * 5);

/** The typed reads turn bytes into hex digits, which the raw statements leave to Postgres. */
export function listReads(db: Database, chain: number): Read[] {
  return [...listLookUps(db, chain), ...listPages(db, chain)];
}

function listLookUps(db: Database, chain: number): Read[] {
  const ofChain = { chain, main: true };
  return [
    {
      name: 'one row by key, 16 columns',
      raw: () =>
        db.$queryRawUnsafe(
          `SELECT ${WIDE_COLUMNS} FROM block WHERE main AND (chain, height) IN (SELECT * FROM unnest($1::integer[], $2::integer[]))`,
          [chain],
          [HEIGHT],
        ),
      typed: async () => [await db.block.findFirst({ where: { ...ofChain, height: HEIGHT }, select: WIDE })].map(toHex),
    },
    {
      name: 'twenty rows by key, 16 columns',
      raw: () =>
        db.$queryRawUnsafe(
          `SELECT ${WIDE_COLUMNS} FROM block WHERE main AND (chain, height) IN (SELECT * FROM unnest($1::integer[], $2::integer[]))`,
          MANY.map(() => chain),
          MANY,
        ),
      typed: async () =>
        (await db.block.findMany({ where: { ...ofChain, height: { in: MANY } }, select: WIDE })).map(toHex),
    },
    {
      name: 'one column of the last row',
      raw: () =>
        db.$queryRawUnsafe(
          'SELECT height FROM block WHERE chain = $1 AND main AND height <= $2 ORDER BY height DESC LIMIT 1',
          chain,
          RANGE.lte,
        ),
      typed: () =>
        db.block.findFirst({
          where: { ...ofChain, height: { lte: RANGE.lte } },
          orderBy: { height: 'desc' },
          select: { height: true },
        }),
    },
  ];
}

function listPages(db: Database, chain: number): Read[] {
  const page = { where: { chain, main: true, height: RANGE }, orderBy: { height: 'desc' }, take: PAGE } as const;
  const query = (columns: string): PromiseLike<unknown> =>
    db.$queryRawUnsafe(
      `SELECT ${columns} FROM block WHERE chain = $1 AND main AND height BETWEEN $2 AND $3 ORDER BY height DESC LIMIT $4`,
      chain,
      RANGE.gte,
      RANGE.lte,
      PAGE,
    );
  return [
    {
      name: 'a page of fifty rows, 5 columns',
      raw: () => query('height, time, size, reward, producer'),
      typed: () => db.block.findMany({ ...page, select: NARROW }),
    },
    {
      name: 'a page of fifty rows, 16 columns',
      raw: () => query(WIDE_COLUMNS),
      typed: async () => (await db.block.findMany({ ...page, select: WIDE })).map(toHex),
    },
  ];
}

function toHex(row: Record<string, unknown> | null): unknown {
  if (row === null) throw new Error('the chain has no such block');
  const texts = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
  ]);
  return Object.fromEntries(texts);
}
