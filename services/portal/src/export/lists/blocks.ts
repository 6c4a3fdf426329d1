import {
  type Column,
  type ExportList,
  RANGE_GIVES,
  RANGE_PARAMETERS,
  RANGE_TAKES,
  rangeVariables,
} from '#/export/export-list.ts';
import type { Values } from '#/gateway/gateway-client.ts';
import { addressIn, type Cell, cellOf, identityIn, objectOf, WITH_IDENTITY } from '#/gateway/values.ts';

const COLUMNS: readonly Column[] = [
  { name: 'height', kind: 'integer' },
  { name: 'hash', kind: 'text' },
  { name: 'previousHash', kind: 'text' },
  { name: 'timestamp', kind: 'time' },
  { name: 'validation', kind: 'text' },
  { name: 'producer', kind: 'text' },
  { name: 'producerIdentity', kind: 'text' },
  { name: 'reward', kind: 'amount' },
  { name: 'txCount', kind: 'integer' },
  { name: 'size', kind: 'integer' },
  { name: 'difficulty', kind: 'number' },
];

const OWN = COLUMNS.map(({ name }) => name)
  .filter((name) => !name.startsWith('producer'))
  .join(' ');

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
  page: `blocks { ${OWN} producer { ${WITH_IDENTITY} } }`,
  lesserPage: `blocks { ${OWN} producer { address } }`,
  columns: COLUMNS,
  rowsOf: (block) => [COLUMNS.map(({ name }) => cellIn(block, name))],
};

function cellIn(block: Values, name: string): Cell {
  if (name === 'producer') return addressIn(block, name);
  return name === 'producerIdentity' ? identityIn(block, 'producer') : cellOf(block, name);
}
