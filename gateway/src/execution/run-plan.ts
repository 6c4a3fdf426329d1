import { inSpan } from '@ledgergraph/service-kit/tracing/spans';
import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { clientErrors, ERRORS_MAX, type FetchPlaces, failureErrors } from '#/errors/client-errors.ts';
import { operationPaths } from '#/errors/operation-paths.ts';
import type { GraphContext } from '#/operation/graph-context.ts';
import type { Reading, SubgraphReader } from '#/subgraphs/subgraph-reader.ts';
import { batchEntities, type EntityBatch } from './entity-batch.ts';
import { entitiesAt, placesAt } from './entity-places.ts';
import { mergeAnswer } from './merge-answer.ts';
import type { FetchStep, PlanStep } from './plan-steps.ts';
import { isIncluded, type VariableValues } from './response-shape.ts';
import { rewriteData } from './rewrite-data.ts';

export interface PlanRun {
  readonly readers: ReadonlyMap<string, Pick<SubgraphReader, 'read'>>;
  readonly context: GraphContext;
  /** Sent on. */
  readonly given: VariableValues;
  /** With defaults; decide conditions. */
  readonly variables: VariableValues;
  readonly errors: (GraphQLError | Error)[];
  /** Each element of the root's list is a result with all of its errors; a fetch that fails as a whole fails them all. */
  readonly isBatch?: boolean;
  data: Record<string, unknown>;
  /** `data` holds a subgraph's answer. */
  isBegun: boolean;
}

/** A subgraph's failure becomes errors of the run; @throws Error where answers do not fit together */
export async function runPlan(step: PlanStep, run: PlanRun): Promise<void> {
  switch (step.kind) {
    case 'sequence':
      for (const inner of step.steps) await runPlan(inner, run);
      return;
    case 'parallel':
      await Promise.all(step.steps.map((inner) => runPlan(inner, run)));
      return;
    case 'condition': {
      const chosen = isIncluded([{ variable: step.variable, is: true }], run.variables) ? step.ifTrue : step.ifFalse;
      return chosen === undefined ? undefined : runPlan(chosen, run);
    }
    case 'fetch': {
      const places = entitiesAt(run.data, step.path);
      if (places.length === 0) return;
      try {
        await inSpan('gateway.fetch', { service: step.subgraph }, () =>
          step.entities === undefined ? fetchRoot(step, places, run) : fetchEntities(step, places, run),
        );
      } catch (error) {
        run.errors.push(error as Error);
      }
    }
  }
}

async function fetchRoot(step: FetchStep, places: readonly unknown[], run: PlanRun): Promise<void> {
  const body = `${step.opening}${givenVariables(step, run)}}}`;
  const reading = await readerOf(step, run).read(body, undefined, run.context);
  run.errors.push(...rootErrors(step, reading, run));
  if (reading.data === null) return;
  rewriteData(step.rewrites, reading.data);
  if (step.path.length > 0) {
    // Root fields of an object further down that is the root again.
    for (const place of places) mergeAnswer(place as Record<string, unknown>, reading.data);
    return;
  }
  if (run.isBegun || Array.isArray(reading.data)) mergeAnswer(run.data, reading.data);
  else run.data = reading.data;
  run.isBegun = true;
}

async function fetchEntities(step: FetchStep, entities: readonly unknown[], run: PlanRun): Promise<void> {
  const batch = batchEntities(step.entities ?? [], entities);
  if (batch.asked.length === 0) return;
  const given = givenVariables(step, run);
  if (step.variables.some(({ name }) => name === 'representations' && run.given[name] !== undefined)) {
    throw new Error('a variable of the client’s stands in the way of the plan’s own');
  }
  const body = `${step.opening}${given}${given === '' ? '' : ','}"representations":${batch.json}}}`;
  const reading = await readerOf(step, run).read(body, batch.typeNames.length, run.context);
  run.errors.push(...entityErrors(step, batch, reading, run));
  if (reading.data !== null) joinEntities(step, batch, entities, reading, run);
}

function joinEntities(
  { rewrites }: FetchStep,
  batch: EntityBatch,
  entities: readonly unknown[],
  reading: Reading,
  { context }: PlanRun,
): void {
  const received = reading.data?._entities as (Record<string, unknown> | null)[];
  if (reading.errors.length === 0) {
    for (const [slot, typeName] of batch.typeNames.entries()) {
      if (received[slot] === null) context.read.absent.add(typeName);
    }
  }
  for (const [index, place] of batch.asked.entries()) {
    const slot = batch.representation[index] ?? -1;
    const entity = received[slot];
    if (!entity) continue;
    const known = entities[place] as Record<string, unknown>;
    // The subgraph may know the entity only as an interface.
    entity.__typename ||= known.__typename;
    rewriteData(rewrites, entity);
    mergeAnswer(known, entity);
  }
}

/** As members of a JSON object. */
function givenVariables({ variables }: FetchStep, { given }: PlanRun): string {
  let members = '';
  for (const { name, opening } of variables) {
    if (!Object.hasOwn(given, name) || given[name] === undefined) continue;
    members += `${members === '' ? '' : ','}${opening}${JSON.stringify(given[name])}`;
  }
  return members;
}

function readerOf({ subgraph }: FetchStep, { readers }: PlanRun): Pick<SubgraphReader, 'read'> {
  const reader = readers.get(subgraph);
  if (reader === undefined) throw new Error(`the plan reads an unknown subgraph: ${subgraph}`);
  return reader;
}

type Path = readonly (string | number)[];

/** At the places in the client's answer. */
function rootErrors(
  { operation, path }: FetchStep,
  reading: Reading,
  { isBatch }: Pick<PlanRun, 'isBatch'>,
): GraphQLError[] {
  if (isFine(reading)) return [];
  const places: FetchPlaces = { originals: undefined, allPaths: () => operationPaths(operation, 0) };
  return visibleErrors(reading, places, isBatch).map((error) => at(error, [...path, ...(error.path ?? [])]));
}

/** An entity that stands at many places fails at each of them. @param run its data gives the places' own paths */
export function entityErrors(
  step: FetchStep,
  batch: EntityBatch,
  reading: Reading,
  { data, isBatch }: Pick<PlanRun, 'data' | 'isBatch'>,
): GraphQLError[] {
  if (isFine(reading)) return [];
  const { asked, representation, typeNames } = batch;
  const originals: number[][] = typeNames.map(() => []);
  for (const [index, slot] of representation.entries()) originals[slot]?.push(index);
  // An error without a place belongs to every result of a batch. A list of places is cut, and results behind its end would lack their
  // error.
  const allPaths = (): Path[] => (isBatch ? [[]] : operationPaths(step.operation, asked.length));
  const places = placesAt(data, step.path);
  return visibleErrors(reading, { originals, allPaths }, isBatch).map((error) => {
    const [, index, ...rest] = error.path ?? [];
    if (typeof index !== 'number') return at(error, isBatch ? step.path.slice(0, 1) : step.path);
    return at(error, [...(places[asked[index] ?? -1] ?? []), ...rest]);
  });
}

function isFine({ errors, failure }: Reading): boolean {
  return errors.length === 0 && failure === undefined;
}

function visibleErrors(
  { errors, failure }: Reading,
  places: FetchPlaces,
  isBatch: boolean | undefined,
): GraphQLFormattedError[] {
  if (failure !== undefined) return failureErrors(failure, places);
  return clientErrors(errors, places, isBatch ? Number.POSITIVE_INFINITY : ERRORS_MAX);
}

function at({ message, extensions }: GraphQLFormattedError, path: Path): GraphQLError {
  return new GraphQLError(message, { path, ...(extensions !== undefined && { extensions }) });
}
