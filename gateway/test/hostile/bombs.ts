/** Its answer, or its validation, would be without end. */
export interface Bomb {
  name: string;
  query: string;
  code: 'GRAPHQL_VALIDATION_FAILED' | 'COST_ESTIMATED_TOO_EXPENSIVE';
}

const many = (count: number, write: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => write(index)).join(' ');
const invalid = (name: string, query: string): Bomb => ({ name, query, code: 'GRAPHQL_VALIDATION_FAILED' });
const dear = (name: string, query: string): Bomb => ({ name, query, code: 'COST_ESTIMATED_TOO_EXPENSIVE' });
/** Ten thousand objects are far below the limit of cost. */
const inBlocks = (selection: string): string =>
  `{ blocks(limit: 100) { blocks { transactions(limit: 100) { transactions { ${selection} } } } } }`;

const WRAPPED = `fragment W on __Type { ...T ofType { ...T ofType { ...T ofType { ...T } } } }
  fragment T on __Type { name fields { name description isDeprecated type { kind name ofType { kind name } } args { name description defaultValue type { kind name } } } }`;

export const BOMBS: readonly Bomb[] = [
  invalid(
    'the lists of the schema under 200 names, 28 times in each, by fragments',
    `{ __schema { ${many(200, (i) => `t${i}: types { ...T }`)} } } fragment T on __Type { ${many(28, (i) => `f${i}: fields { ...F }`)} } fragment F on __Field { ${many(28, (i) => `a${i}: type { name }`)} }`,
  ),
  invalid(
    'a few names of the lists of the schema, in 830 bytes',
    `{ __schema { ${many(20, (i) => `t${i}: types { ...T }`)} } } fragment T on __Type { ${many(15, (i) => `f${i}: fields { name description type { name kind } args { name } }`)} }`,
  ),
  dear(
    'the lists of the schema within each other, as deep as GraphQL lets them',
    `{ __schema { types { fields { args { type { ...W } } type { ...W } } } } } ${WRAPPED}`,
  ),
  dear(
    'all fields of all types under each of 28 names',
    `{ __schema { types { ${many(28, (i) => `f${i}: fields { name description args { name } }`)} } } }`,
  ),
  dear(
    'one type by its name, and its fields under 28 names within each other',
    `{ __type(name: "Query") { ${many(14, (i) => `f${i}: fields { args { name } type { ofType { fields { name args { name } } } ${many(1, () => `g${i}: fields { name args { name type { name } } type { name enumValues { name } } }`)} } }`)} } }`,
  ),
  dear(
    'types by a variable name, twenty at once',
    `query ($n: String! = "Block") { ${many(10, (i) => `t${i}: __type(name: $n) { fields { type { ...W } } }`)} } ${WRAPPED}`,
  ),
  dear(
    'inline fragments on the types of introspection',
    `{ ... on Query { ... { __schema { ... on __Schema { types { ${many(25, (i) => `... on __Type { a${i}: fields { ... on __Field { name args { ... on __InputValue { name } } } } }`)} } } } } } }`,
  ),
  invalid(
    'introspection in fragments that double each other',
    `{ __schema { types { ...F0 } } } ${many(20, (i) => `fragment F${i} on __Type { ofType { ...F${i + 1} ...F${i + 1} } }`)} fragment F20 on __Type { name }`,
  ),
  invalid('__typename under 600 names at the root', `{ ${many(600, (i) => `t${i}: __typename`)} }`),
  invalid('__typename under 600 names in a list', inBlocks(many(600, (i) => `t${i}: __typename`))),
  invalid(
    '__typename alone, by fragments that double each other',
    `{ networks { ...F0 } } ${many(30, (i) => `fragment F${i} on Network { ...F${i + 1} ...F${i + 1} }`)} fragment F30 on Network { __typename }`,
  ),
  dear('__typename under 28 long names in a list', inBlocks(many(28, (i) => `${'t'.repeat(300)}${i}: __typename`))),
  dear('a value under a name of 8,000 letters in a list', inBlocks(`${'n'.repeat(8_000)}: fee`)),
  dear('an object under a name of 8,000 letters in a list', inBlocks(`${'n'.repeat(8_000)}: block { height }`)),
  invalid(
    'fragments that each hold all others',
    `{ ...F0 } ${many(7, (i) => `fragment F${i} on Query { f${i} { ${many(7, (k) => (i === k ? '' : `...F${k}`))} } }`)}`,
  ),
  invalid(
    'fragments that hold no field',
    `{ networks { name } ...F0 } ${many(12, (i) => `fragment F${i} on Query { ${many(40, () => `...F${i + 1}`)} }`)}`,
  ),
];

export const SUBSCRIPTION_BOMBS: readonly Bomb[] = [
  invalid(
    '__typename under 600 names in an event',
    `subscription { chainEvents { ${many(600, (i) => `t${i}: __typename`)} } }`,
  ),
  dear(
    'a value under a long name in the lists of an event',
    `subscription { chainEvents { ... on BlockAdded { block { transactions(limit: 100) { transactions { vout(limit: 100) { outputs { ${'n'.repeat(8_000)}: value } } } } } } } }`,
  ),
  invalid(
    'introspection beside an event',
    `subscription { chainEvents { __typename } __schema { types { fields { type { name } } } } }`,
  ),
  invalid(
    'fragments without a field in an event',
    `subscription { chainEvents { __typename ...F0 } } ${many(12, (i) => `fragment F${i} on ChainEvent { ${many(40, () => `...F${i + 1}`)} }`)}`,
  ),
];
