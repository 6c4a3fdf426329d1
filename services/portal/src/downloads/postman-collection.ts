import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import { parse } from 'graphql';
import { exampleQueries } from '#/graphiql/example-queries.ts';
import { type ExampleOperation, writeOperation } from './example-operation.ts';
import { COLLECTION_VARIABLES } from './example-values.ts';

const FORMAT = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';
/** This format keeps a whole URL as the host. */
const URL = { raw: '{{endpoint}}', host: ['{{endpoint}}'] };
const HEADERS = [{ key: 'Content-Type', value: 'application/json' }];

interface Request extends ExampleOperation {
  name: string;
  description: string;
}

export function writePostmanCollection(schema: GraphQLSchema): object {
  const folders = [
    { name: 'Examples', requests: listExamples() },
    { name: 'Queries', requests: listRequests('query', schema.getQueryType()) },
    { name: 'Mutations', requests: listRequests('mutation', schema.getMutationType()) },
  ];
  return {
    info: {
      name: 'Ledgergraph',
      description: 'Every query and mutation of this installation. Set the variables key and endpoint first.',
      schema: FORMAT,
    },
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: Object.entries(COLLECTION_VARIABLES).map(([key, value]) => ({ key, value, type: 'string' })),
    item: folders
      .filter(({ requests }) => requests.length > 0)
      .map(({ name, requests }) => ({ name, item: requests.map(itemOf) })),
  };
}

function itemOf({ name, description, query, variables }: Request): object {
  const graphql = { query, variables: JSON.stringify(variables, null, 2) };
  return {
    name,
    request: { method: 'POST', header: HEADERS, url: URL, description, body: { mode: 'graphql', graphql } },
    response: [],
  };
}

function listRequests(kind: 'query' | 'mutation', root: GraphQLObjectType | null | undefined): Request[] {
  return Object.values(root?.getFields() ?? {}).map((field) => ({
    name: field.name,
    description: field.description ?? '',
    ...writeOperation(kind, field),
  }));
}

/** Leaves out subscriptions, which Postman sends in another way. */
function listExamples(): Request[] {
  return exampleQueries.flatMap((query) => {
    const [operation] = parse(query).definitions;
    if (operation?.kind !== 'OperationDefinition' || operation.operation !== 'query') return [];
    return [{ name: operation.name?.value ?? 'Example', description: '', query, variables: {} }];
  });
}
