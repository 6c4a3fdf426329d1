import type { GraphQLFormattedError } from 'graphql';
import { FAILURE_MESSAGES, type FailureCode, SUBGRAPH_CODES } from './error-codes.ts';

/** More errors than this from one fetch are cut: a page of entities can fail all at once. */
export const ERRORS_MAX = 100;

/** Name of a reason for which a node refuses a transaction. */
const REJECTION = /^[A-Z][A-Z0-9_]{0,63}$/;
const TXID = /^[0-9a-f]{64}$/;

type Path = readonly (string | number)[];

/** An error as a subgraph reports it. */
export interface SubgraphError {
  message: string;
  path?: (string | number)[] | undefined;
  extensions: Record<string, unknown>;
}

export interface FetchPlaces {
  /** Original representations behind each one that was sent; undefined for a fetch of root fields. */
  originals: readonly number[][] | undefined;
  /** Paths of the whole fetch's answer: for errors that name no place. */
  allPaths: () => Path[];
}

/**
 * A subgraph's errors as they may go on: known codes keep message and argument, all else is masked; one error per place.
 * @param max the errors behind so many are cut
 */
export function clientErrors(
  errors: readonly SubgraphError[],
  places: FetchPlaces,
  max: number,
): GraphQLFormattedError[] {
  return errors
    .flatMap((error) => {
      const visible = withoutInternals(error);
      return pathsOf(error.path, places).map((path) => ({ ...visible, path }));
    })
    .slice(0, max);
}

/** The errors of a fetch that got no answer: one at each place it would have filled. */
export function failureErrors(code: FailureCode, places: FetchPlaces): GraphQLFormattedError[] {
  const extensions = code === 'SEND_OUTCOME_UNKNOWN' ? { code, canRetry: true } : { code };
  return places.allPaths().map((path) => ({ message: FAILURE_MESSAGES[code], path, extensions }));
}

export function isMasked({ extensions }: SubgraphError): boolean {
  return !SUBGRAPH_CODES.has(String(extensions.code));
}

/** Maps a masked error to the client's error. A subgraph may report that a failure is temporary; the message is ours. */
export function failureOf({ extensions: { code } }: SubgraphError): FailureCode {
  return code === 'SUBGRAPH_UNAVAILABLE' || code === 'SUBGRAPH_TIMEOUT' ? code : 'INTERNAL_SERVER_ERROR';
}

function withoutInternals(error: SubgraphError): GraphQLFormattedError {
  if (isMasked(error)) {
    const code = failureOf(error);
    return { message: FAILURE_MESSAGES[code], extensions: { code } };
  }
  const { code, argument, candidates, rejection, canRetry, txid, conflictsWith } = error.extensions;
  return {
    message: error.message,
    extensions: {
      code,
      ...(typeof argument === 'string' && { argument }),
      ...(Array.isArray(candidates) && { candidates: candidates.map(String) }),
      ...(typeof rejection === 'string' && REJECTION.test(rejection) && { rejection }),
      ...(typeof canRetry === 'boolean' && { canRetry }),
      ...(typeof txid === 'string' && TXID.test(txid) && { txid }),
      ...(isListOfTxids(conflictsWith) && { conflictsWith }),
    },
  };
}

function isListOfTxids(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && TXID.test(one));
}

/** The same entity may stand at many places: its error belongs to each. */
function pathsOf(path: Path | undefined, { originals, allPaths }: FetchPlaces): Path[] {
  if (originals === undefined) return path === undefined || path.length === 0 ? allPaths() : [path];
  const [root, index, ...rest] = path ?? [];
  const places = root === '_entities' && typeof index === 'number' ? originals[index] : undefined;
  if (places === undefined) return allPaths();
  return places.map((original) => ['_entities', original, ...rest]);
}
