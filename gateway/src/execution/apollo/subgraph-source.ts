import type { GraphQLDataSource } from '@apollo/gateway';
import { clientErrors, ERRORS_MAX, type FetchPlaces, failureErrors } from '#/errors/client-errors.ts';
import { operationPaths } from '#/errors/operation-paths.ts';
import type { GraphContext } from '#/operation/graph-context.ts';
import type { SubgraphReader } from '#/subgraphs/subgraph-reader.ts';

type Process = GraphQLDataSource<GraphContext>['process'];
type FetchRequest = Parameters<Process>[0]['request'];
type FetchResponse = Awaited<ReturnType<Process>>;

/** Reads one subgraph as our own executor does. Never throws: a failure becomes errors at the empty places, so the rest is answered. */
export class SubgraphSource implements GraphQLDataSource<GraphContext> {
  readonly #reader: Pick<SubgraphReader, 'read'>;

  constructor(reader: Pick<SubgraphReader, 'read'>) {
    this.#reader = reader;
  }

  async process(options: Parameters<Process>[0]): Promise<FetchResponse> {
    const context = options.context as GraphContext;
    const { query = '', operationName, variables = {} } = options.request;
    const entities = Array.isArray(variables.representations)
      ? uniqueRepresentations(variables.representations)
      : undefined;
    const sent = entities === undefined ? variables : { ...variables, representations: entities.unique };
    const body = JSON.stringify({ query, operationName, variables: sent });
    const { data, errors, failure } = await this.#reader.read(body, entities?.unique.length, context);
    const places = placesOf(query, entities);
    if (failure !== undefined) return { data: null, errors: failureErrors(failure, places) };
    const expanded = entities === undefined || data === null ? data : expandEntities(data, entities);
    if (errors.length > 0) return { data: expanded, errors: clientErrors(errors, places, ERRORS_MAX) };
    if (entities !== undefined) noteAbsent(context, data?._entities, entities);
    return { data: expanded };
  }
}

function placesOf(query: NonNullable<FetchRequest['query']>, entities: UniqueRepresentations | undefined): FetchPlaces {
  return {
    originals: entities === undefined ? undefined : originalsOf(entities),
    allPaths: () => operationPaths(query, entities?.uniqueIndex.length ?? 0),
  };
}

function noteAbsent({ read }: GraphContext, received: unknown, { unique }: UniqueRepresentations): void {
  if (!Array.isArray(received)) return;
  for (const [index, representation] of unique.entries()) {
    if (received[index] === null) read.absent.add((representation as { __typename: string }).__typename);
  }
}

/** Objects are shared, which is safe: equal entities are merged equally. */
function expandEntities(
  data: Record<string, unknown>,
  { uniqueIndex }: UniqueRepresentations,
): Record<string, unknown> {
  const received = data._entities as unknown[];
  return { ...data, _entities: uniqueIndex.map((index) => received[index]) };
}

export interface UniqueRepresentations {
  unique: unknown[];
  /** For each original representation. */
  uniqueIndex: number[];
}

/** The planner sends one representation for each place: a page of outputs names its few addresses many times. */
export function uniqueRepresentations(representations: readonly unknown[]): UniqueRepresentations {
  const indexByKey = new Map<string, number>();
  const unique: unknown[] = [];
  const uniqueIndex = representations.map((representation) => {
    const key = canonicalJson(representation);
    const known = indexByKey.get(key);
    if (known !== undefined) return known;
    indexByKey.set(key, unique.length);
    return unique.push(representation) - 1;
  });
  return { unique, uniqueIndex };
}

export function originalsOf({ unique, uniqueIndex }: UniqueRepresentations): number[][] {
  const originals: number[][] = unique.map(() => []);
  for (const [original, index] of uniqueIndex.entries()) originals[index]?.push(original);
  return originals;
}

/** Sorted keys: equal for equal values. */
export function canonicalJson(value: unknown): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
