import { chainNumber } from '@ledgergraph/chain-kit/chain/chain-numbers';
import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BLOCK_COLUMNS, type BlockRecord } from './find-blocks.ts';

/** At least one of the two is given. */
export interface ProducedFilter {
  chainId: string;
  producer: string | null;
  validation: 'WORK' | 'STAKE' | null;
}

const ALL_VALIDATIONS = ['WORK', 'STAKE'];

export async function listProducedBlocks(
  db: SqlExecutor,
  filter: ProducedFilter,
  { from, to }: { from: number; to: number },
  order: 'ASC' | 'DESC',
  limit: number,
): Promise<BlockRecord[]> {
  const { chainId, producer } = filter;
  const [sql, values] =
    producer === null
      ? [PAGES.ofValidation[order], [chainId, validationsOf(filter), from, to, limit]]
      : [PAGES.ofProducer[order], [chainId, validationsOf(filter), from, to, limit, producer]];
  return await db.$queryRawUnsafe<BlockRecord[]>(sql, ...values);
}

export async function countProducedBlocks(
  db: SqlExecutor,
  { height, ...filter }: ProducedFilter & { height: number },
): Promise<number> {
  const { chainId, producer } = filter;
  const [row] =
    producer === null
      ? await db.$queryRawUnsafe<{ count: number }[]>(COUNTS.ofValidation, chainId, validationsOf(filter), height)
      : await db.$queryRawUnsafe<{ count: number }[]>(
          COUNTS.ofProducer,
          chainId,
          validationsOf(filter),
          height,
          producer,
        );
  return row?.count ?? 0;
}

function validationsOf({ validation }: ProducedFilter): readonly string[] {
  return validation === null ? ALL_VALIDATIONS : [validation];
}

/** The key is compared as a whole and from one side: otherwise Postgres may take the other index and read the blocks of all producers. */
const KEYS = { ofProducer: ['chain', 'producer', 'validation'], ofValidation: ['chain', 'validation'] } as const;
const VALUES = { chain: chainNumber(1), producer: '$6', validation: 'wanted.validation' } as const;

/** $1 chain, $2 validations, $3 from, $4 to, $5 limit, $6 producer. */
function pageOf(kind: keyof typeof KEYS, order: 'ASC' | 'DESC'): string {
  const key = KEYS[kind];
  const columns = [...key, 'height'].join(', ');
  const values = key.map((column) => VALUES[column]).join(', ');
  const isRising = order === 'ASC';
  const [begins, ends] = isRising ? ['>=', '<='] : ['<=', '>='];
  const [first, last] = isRising ? ['$3', '$4'] : ['$4', '$3'];
  return `
  SELECT $1::text AS "chainId", found.* FROM (
         SELECT of_kind.height
           FROM unnest($2::text[]) AS wanted (validation)
          CROSS JOIN LATERAL (SELECT ${columns} FROM produced_block
                               WHERE (${columns}) ${begins} (${values}, ${first}::integer)
                               ORDER BY ${[...key, 'height'].map((column) => `${column} ${order}`).join(', ')}
                               LIMIT $5) AS of_kind
          WHERE (${[...key, 'height'].map((column) => `of_kind.${column}`).join(', ')}) ${ends} (${values}, ${last}::integer)
          ORDER BY of_kind.height ${order} LIMIT $5) AS page
   CROSS JOIN LATERAL (SELECT ${BLOCK_COLUMNS} FROM block
                        WHERE block.chain = ${VALUES.chain} AND block.height = page.height AND main LIMIT 1) AS found
   ORDER BY page.height ${order}`;
}

const PAGES = {
  ofProducer: { ASC: pageOf('ofProducer', 'ASC'), DESC: pageOf('ofProducer', 'DESC') },
  ofValidation: { ASC: pageOf('ofValidation', 'ASC'), DESC: pageOf('ofValidation', 'DESC') },
};

/** The nearest row that is not after a key has the count, if it is of the kind. $1 chain, $2 validations, $3 height, $4 producer. */
function countOf(kind: keyof typeof KEYS): string {
  const key = KEYS[kind];
  const ofKind = key.join(', ');
  const values = key.map((column) => (column === 'producer' ? '$4' : VALUES[column])).join(', ');
  const count = kind === 'ofProducer' ? 'producer_count' : 'validation_count';
  return `
  SELECT sum(last.${count})::integer AS count FROM unnest($2::text[]) AS wanted (validation)
   CROSS JOIN LATERAL (SELECT ${ofKind}, ${count} FROM produced_block
                        WHERE (${ofKind}, height) <= (${values}, $3::integer)
                        ORDER BY ${[...key, 'height'].map((column) => `${column} DESC`).join(', ')} LIMIT 1) AS last
   WHERE (${key.map((column) => `last.${column}`).join(', ')}) = (${values})`;
}

const COUNTS = { ofProducer: countOf('ofProducer'), ofValidation: countOf('ofValidation') };
