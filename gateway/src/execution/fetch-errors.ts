import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { clientErrors, type FetchPlaces, failureErrors } from '#/errors/client-errors.ts';
import { operationPaths } from '#/errors/operation-paths.ts';
import type { Reading } from '#/subgraphs/subgraph-reader.ts';
import type { EntityBatch } from './entity-batch.ts';
import { placesAt } from './entity-places.ts';
import type { FetchStep } from './plan-steps.ts';

type Path = readonly (string | number)[];

/** Errors of a fetch of root fields, at the places in the client's answer. */
export function rootErrors({ operation, path }: FetchStep, reading: Reading): GraphQLError[] {
  if (isFine(reading)) return [];
  const places: FetchPlaces = { originals: undefined, allPaths: () => operationPaths(operation, 0) };
  return told(reading, places).map((error) => at(error, [...path, ...(error.path ?? [])]));
}

/**
 * Errors of a fetch of entities: an entity that stands at many places fails at each of them.
 * @param data the known part of the answer: it gives the places' own paths
 */
export function entityErrors(step: FetchStep, batch: EntityBatch, reading: Reading, data: unknown): GraphQLError[] {
  if (isFine(reading)) return [];
  const { asked, representation, typeNames } = batch;
  const originals: number[][] = typeNames.map(() => []);
  for (const [index, slot] of representation.entries()) originals[slot]?.push(index);
  const allPaths = (): Path[] => operationPaths(step.operation, asked.length);
  const places = placesAt(data, step.path);
  return told(reading, { originals, allPaths }).map((error) => {
    const [, index, ...rest] = error.path ?? [];
    if (typeof index !== 'number') return at(error, [...step.path, ...(error.path ?? [])]);
    return at(error, [...(places[asked[index] ?? -1] ?? []), ...rest]);
  });
}

function isFine({ errors, failure }: Reading): boolean {
  return errors.length === 0 && failure === undefined;
}

function told({ errors, failure }: Reading, places: FetchPlaces): GraphQLFormattedError[] {
  return failure === undefined ? clientErrors(errors, places) : failureErrors(failure, places);
}

function at({ message, extensions }: GraphQLFormattedError, path: Path): GraphQLError {
  return new GraphQLError(message, { path, ...(extensions !== undefined && { extensions }) });
}
