import {
  type ArgumentNode,
  type ASTNode,
  GraphQLError,
  type GraphQLErrorOptions,
  type GraphQLFormattedError,
  Kind,
  parse,
  visit,
} from 'graphql';
import { FAILURE_MESSAGES, PUBLIC_CODES, type PublicCode } from './error-codes.ts';

/** Steps of Apollo's plan, not of the client's path. */
const PLAN_STEPS: ReadonlySet<string | number> = new Set(['@', '_entities']);

const MESSAGE_MAX = 500;

/** Longer than a hash: a transaction, or other data of no use in a message. */
const LONG_HEX = /[0-9a-f]{65,}/gi;

/** A value that a scalar of ours does not take, answered as VALIDATION_ERROR. */
export class MalformedScalar extends TypeError {
  override name = 'MalformedScalar';
}

export interface FormattedErrors {
  errors: GraphQLFormattedError[];
  status: number | undefined;
  headers: ReadonlyMap<string, string>;
}

/** From the extension `http`, which clients do not see. */
interface ErrorHead {
  status?: number;
  headers?: ReadonlyMap<string, string>;
}

/** The last error that asks for a status decides it. */
export function formatErrors(found: readonly GraphQLError[]): FormattedErrors {
  let status: number | undefined;
  const headers = new Map<string, string>();
  const errors = found.map((error) => {
    const given = error.extensions as { http?: ErrorHead; code?: unknown };
    const { http = {}, code = 'INTERNAL_SERVER_ERROR', ...extensions } = given;
    status = http.status ?? status;
    for (const [name, value] of http.headers ?? []) headers.set(name, value);
    return formatError({ ...error.toJSON(), extensions: { ...extensions, code } }, error);
  });
  return { errors, status, headers };
}

/** The last gate: an error leaves with a published code and the members listed here, or masked. */
export function formatError(formatted: GraphQLFormattedError, thrown: unknown): GraphQLFormattedError {
  const { argument, candidates, rejection, canRetry, txid, conflictsWith, nodeError, retryAfter } =
    formatted.extensions ?? {};
  const code = formatted.extensions?.code;
  const place = placeOf(formatted);
  if (typeof code !== 'string' || !PUBLIC_CODES.has(code) || code === 'INTERNAL_SERVER_ERROR') {
    return { message: FAILURE_MESSAGES.INTERNAL_SERVER_ERROR, ...place, extensions: { code: 'INTERNAL_SERVER_ERROR' } };
  }
  const message = shortened(formatted.message);
  if (isMalformedScalar(thrown)) {
    const name = thrown instanceof GraphQLError ? argumentAt(thrown.nodes?.[0]) : undefined;
    const extensions = { code: 'VALIDATION_ERROR', ...(name !== undefined && { argument: name }) };
    return { message, ...place, extensions };
  }
  const extensions = {
    code,
    ...(argument !== undefined && { argument }),
    ...(candidates !== undefined && { candidates }),
    ...(rejection !== undefined && { rejection }),
    ...(canRetry !== undefined && { canRetry }),
    ...(txid !== undefined && { txid }),
    ...(conflictsWith !== undefined && { conflictsWith }),
    ...(nodeError !== undefined && { nodeError }),
    ...(retryAfter !== undefined && { retryAfter }),
  };
  return { message, ...place, extensions };
}

export function coded(error: GraphQLError, code: PublicCode): GraphQLError {
  return new GraphQLError(error.message, { ...placed(error), extensions: { code } });
}

export function withMessage(error: GraphQLError, message: string): GraphQLError {
  return new GraphQLError(message, { ...placed(error), extensions: error.extensions });
}

function placed({ nodes, source, positions, path, originalError }: GraphQLError): GraphQLErrorOptions {
  return {
    nodes: nodes ?? null,
    source: source ?? null,
    positions: positions ?? null,
    path: path ?? null,
    originalError: originalError ?? null,
  };
}

/** GraphQL's own messages repeat values. Hashes stay. */
export function withoutHex(message: string): string {
  return message.replace(LONG_HEX, '…');
}

/** GraphQL's own messages repeat their input, whatever its length. */
function shortened(text: string): string {
  const message = withoutHex(text);
  return message.length > MESSAGE_MAX ? `${message.slice(0, MESSAGE_MAX).toWellFormed()}…` : message;
}

export function isFault({ extensions: { code } }: GraphQLError): boolean {
  return typeof code !== 'string' || !PUBLIC_CODES.has(code) || code === 'INTERNAL_SERVER_ERROR';
}

function placeOf({ path, locations }: GraphQLFormattedError): Pick<GraphQLFormattedError, 'path' | 'locations'> {
  return {
    ...(locations !== undefined && { locations }),
    ...(path !== undefined && { path: clientPath(path) }),
  };
}

function clientPath(path: readonly (string | number)[]): readonly (string | number)[] {
  const foreign = path.findIndex((step) => PLAN_STEPS.has(step));
  return foreign === -1 ? path : path.slice(0, foreign);
}

function isMalformedScalar(thrown: unknown): boolean {
  for (let error = thrown; error instanceof Error; error = causeOf(error)) {
    if (error instanceof MalformedScalar) return true;
  }
  return false;
}

function causeOf(error: Error): unknown {
  return error instanceof GraphQLError ? error.originalError : undefined;
}

/** The argument whose value holds the node, or that is given the variable which the node defines. */
export function argumentAt(node: ASTNode | undefined): string | undefined {
  const source = node?.loc?.source.body;
  if (node?.loc === undefined || source === undefined) return undefined;
  const { start, end } = node.loc;
  const variable = node.kind === Kind.VARIABLE_DEFINITION ? node.variable.name.value : undefined;
  let found: string | undefined;
  visit(parse(source), {
    Argument(argument) {
      const holds = variable === undefined ? isWithin(argument, start, end) : usesVariable(argument, variable);
      if (holds) found ??= argument.name.value;
    },
  });
  return found;
}

function isWithin({ value: { loc } }: ArgumentNode, start: number, end: number): boolean {
  return loc !== undefined && loc.start <= start && end <= loc.end;
}

function usesVariable({ value }: ArgumentNode, name: string): boolean {
  let uses = false;
  visit(value, {
    Variable(variable) {
      uses ||= variable.name.value === name;
    },
  });
  return uses;
}
