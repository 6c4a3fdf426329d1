import type { SqlExecutor } from '@ledgergraph/chain-kit/db/sql-executor';
import { BLOCK_COLUMNS, type BlockRecord } from './find-blocks.ts';

/** Which blocks of the main chain are meant; at least one of both. */
export interface ProducedFilter {
  chainId: string;
  producer: string | null;
  validation: 'WORK' | 'STAKE' | null;
}

const ALL_VALIDATIONS = ['WORK', 'STAKE'];

/** Lists the main-chain blocks of a range of heights, both ends included, that a filter holds for. */
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

/** Counts the main-chain blocks of the filter up to a height, without looking at each. */
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

/** The key is compared and ordered as a whole: only one index fits, and a page begins at one place of it. */
const KEYS = { ofProducer: ['chain_id', 'producer', 'validation'], ofValidation: ['chain_id', 'validation'] } as const;
const VALUES = { chain_id: '$1', producer: '$6', validation: 'wanted.validation' } as const;

/** $1 chain, $2 validations, $3 from, $4 to, $5 limit, $6 producer. */
function pageOf(kind: keyof typeof KEYS, order: 'ASC' | 'DESC'): string {
  const key = KEYS[kind];
  const columns = [...key, 'height'].join(', ');
  const values = key.map((column) => VALUES[column]).join(', ');
  return `
  SELECT found.* FROM (
         SELECT of_kind.height
           FROM unnest($2::text[]) AS wanted (validation)
          CROSS JOIN LATERAL (SELECT height FROM produced_block
                               WHERE (${columns}) >= (${values}, $3::integer) AND (${columns}) <= (${values}, $4::integer)
                               ORDER BY ${[...key, 'height'].map((column) => `${column} ${order}`).join(', ')}
                               LIMIT $5) AS of_kind
          ORDER BY of_kind.height ${order} LIMIT $5) AS page
   CROSS JOIN LATERAL (SELECT ${BLOCK_COLUMNS} FROM block
                        WHERE block.chain_id = $1 AND block.height = page.height AND main LIMIT 1) AS found
   ORDER BY page.height ${order}`;
}

const PAGES = {
  ofProducer: { ASC: pageOf('ofProducer', 'ASC'), DESC: pageOf('ofProducer', 'DESC') },
  ofValidation: { ASC: pageOf('ofValidation', 'ASC'), DESC: pageOf('ofValidation', 'DESC') },
};

const COUNTS = {
  ofProducer: `
  SELECT sum(last.count)::integer AS count FROM unnest($2::text[]) AS wanted (validation)
   CROSS JOIN LATERAL (SELECT producer_count AS count FROM produced_block
                        WHERE (chain_id, producer, validation) = ($1, $4, wanted.validation) AND height <= $3::integer
                        ORDER BY chain_id DESC, producer DESC, validation DESC, height DESC LIMIT 1) AS last`,
  ofValidation: `
  SELECT sum(last.count)::integer AS count FROM unnest($2::text[]) AS wanted (validation)
   CROSS JOIN LATERAL (SELECT validation_count AS count FROM produced_block
                        WHERE (chain_id, validation) = ($1, wanted.validation) AND height <= $3::integer
                        ORDER BY chain_id DESC, validation DESC, height DESC LIMIT 1) AS last`,
};
