import type { GraphQLFormattedError } from 'graphql';
import { FAILURE_MESSAGES, type FailureCode, SUBGRAPH_CODES } from './error-codes.ts';

/** A page of entities can fail all at once. */
export const ERRORS_MAX = 100;

const REJECTION = /^[A-Z][A-Z0-9_]{0,63}$/;
const TXID = /^[0-9a-f]{64}$/;

type Path = readonly (string | number)[];

export interface SubgraphError {
  message: string;
  path?: (string | number)[] | undefined;
  extensions: Record<string, unknown>;
}

export interface FetchPlaces {
  /** For each representation that was sent; undefined for a fetch of root fields. */
  originals: readonly number[][] | undefined;
  /** For errors that name no place. */
  allPaths: () => Path[];
}

/** Known codes keep message and argument; all else is masked. One error per place. @param max errors at most */
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

/** One error at each place that the fetch would have filled. */
export function failureErrors(code: FailureCode, places: FetchPlaces): GraphQLFormattedError[] {
  const extensions = code === 'SEND_OUTCOME_UNKNOWN' ? { code, canRetry: true } : { code };
  return places.allPaths().map((path) => ({ message: FAILURE_MESSAGES[code], path, extensions }));
}

export function isMasked({ extensions }: SubgraphError): boolean {
  return !SUBGRAPH_CODES.has(String(extensions.code));
}

/** A subgraph may report that a failure is temporary; the message is ours. */
export function failureOf({ extensions: { code } }: SubgraphError): FailureCode {
  return code === 'SUBGRAPH_UNAVAILABLE' || code === 'SUBGRAPH_TIMEOUT' ? code : 'INTERNAL_SERVER_ERROR';
}

function withoutInternals(error: SubgraphError): GraphQLFormattedError {
  if (isMasked(error)) {
    const code = failureOf(error);
    return { message: FAILURE_MESSAGES[code], extensions: { code } };
  }
  const { code, argument, candidates, rejection, canRetry, txid, conflictsWith, nodeError } = error.extensions;
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
      ...(isNodeError(nodeError) && { nodeError: { code: nodeError.code, message: nodeError.message } }),
    },
  };
}

function isNodeError(value: unknown): value is { code: number; message: string } {
  if (typeof value !== 'object' || value === null || !('code' in value) || !('message' in value)) return false;
  return Number.isInteger(value.code) && typeof value.message === 'string';
}

function isListOfTxids(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string' && TXID.test(one));
}

/** An entity's error belongs to each place where it stands. */
function pathsOf(path: Path | undefined, { originals, allPaths }: FetchPlaces): Path[] {
  if (originals === undefined) return path === undefined || path.length === 0 ? allPaths() : [path];
  const [root, index, ...rest] = path ?? [];
  const places = root === '_entities' && typeof index === 'number' ? originals[index] : undefined;
  if (places === undefined) return allPaths();
  return places.map((original) => ['_entities', original, ...rest]);
}
