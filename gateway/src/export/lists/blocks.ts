import {
  cellOf,
  connectionPage,
  type ExportList,
  objectOf,
  RANGE_PARAMETERS,
  rangeVariables,
  totalOf,
} from '#/export/export-list.ts';

const TAKES =
  '$chainId: String, $fromHeight: BigInt, $toHeight: BigInt, $fromTime: DateTime, $toTime: DateTime, $order: SortOrder, $producer: String, $validation: BlockValidation';
const GIVES =
  'chainId: $chainId, fromHeight: $fromHeight, toHeight: $toHeight, fromTime: $fromTime, toTime: $toTime, order: $order, producer: $producer, validation: $validation';

/** Blocks of the main chain, oldest first. */
export const blocks: ExportList = {
  name: 'blocks',
  required: [],
  optional: [...RANGE_PARAMETERS, 'producer', 'validation'],
  countQuery: `query ExportBlocksCount(${TAKES}) { blocks(${GIVES}, limit: 1) { totalCount } }`,
  countOf: (data) => totalOf(objectOf(data, 'blocks')),
  pageQuery: `query ExportBlocks(${TAKES}, $limit: Int, $cursor: String) {
    blocks(${GIVES}, limit: $limit, cursor: $cursor) {
      blocks { height hash previousHash timestamp validation miner reward txCount size difficulty }
      nextCursor
    }
  }`,
  variables: (parameters, block) => ({
    ...rangeVariables(parameters),
    chainId: block.chainId,
    producer: parameters.get('producer') ?? null,
    validation: parameters.get('validation')?.toUpperCase() ?? null,
  }),
  pageOf: (data) => connectionPage(objectOf(data, 'blocks'), 'blocks'),
  ownerOf: () => ({}),
  columns: [
    { name: 'height', kind: 'integer' },
    { name: 'hash', kind: 'text' },
    { name: 'previousHash', kind: 'text' },
    { name: 'timestamp', kind: 'time' },
    { name: 'validation', kind: 'text' },
    { name: 'miner', kind: 'text' },
    { name: 'reward', kind: 'amount' },
    { name: 'txCount', kind: 'integer' },
    { name: 'size', kind: 'integer' },
    { name: 'difficulty', kind: 'number' },
  ],
  rowsOf: (block) => [blocks.columns.map(({ name }) => cellOf(block, name))],
};
