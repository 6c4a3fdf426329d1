import {
  type Column,
  type ExportList,
  RANGE_GIVES,
  RANGE_PARAMETERS,
  RANGE_TAKES,
  rangeVariables,
} from '#/export/export-list.ts';
import { addressIn, cellOf, objectOf } from '#/gateway/values.ts';

const COLUMNS: readonly Column[] = [
  { name: 'height', kind: 'integer' },
  { name: 'hash', kind: 'text' },
  { name: 'previousHash', kind: 'text' },
  { name: 'timestamp', kind: 'time' },
  { name: 'validation', kind: 'text' },
  { name: 'producer', kind: 'text' },
  { name: 'reward', kind: 'amount' },
  { name: 'txCount', kind: 'integer' },
  { name: 'size', kind: 'integer' },
  { name: 'difficulty', kind: 'number' },
];

export const blocks: ExportList = {
  name: 'blocks',
  required: [],
  optional: [...RANGE_PARAMETERS, 'producer', 'validation'],
  variables: (parameters, { chainId }) => ({
    ...rangeVariables(parameters),
    chainId,
    producer: parameters.get('producer') ?? null,
    validation: parameters.get('validation')?.toUpperCase() ?? null,
  }),
  query: (
    selection,
  ) => `query ExportBlocks($chainId: String, ${RANGE_TAKES}, $producer: String, $validation: BlockValidation, $limit: Int, $cursor: String) {
    blocks(chainId: $chainId, ${RANGE_GIVES}, producer: $producer, validation: $validation, limit: $limit, cursor: $cursor) { ${selection} }
  }`,
  connectionOf: (data) => objectOf(data, 'blocks'),
  isCounted: true,
  items: 'blocks',
  page: `blocks { ${COLUMNS.map(({ name }) => (name === 'producer' ? 'producer { address }' : name)).join(' ')} }`,
  columns: COLUMNS,
  rowsOf: (block) => [COLUMNS.map(({ name }) => (name === 'producer' ? addressIn(block, name) : cellOf(block, name)))],
};
