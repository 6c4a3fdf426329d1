import { setImmediate as nextTurn } from 'node:timers/promises';
import { type DocumentNode, type GraphQLSchema, parse, validate } from 'graphql';
import { isWrittenOut } from '#/sending/written-out.ts';
import { type KnownOperation, knownOperation, type ValidOperation } from './known-operation.ts';
import { OperationCache, type OperationCacheLimits } from './operation-cache.ts';
import type { Planner } from './planner.ts';
import { type PreparedOperation, prepareOperation } from './prepare-operation.ts';

// Its document without places, which is kept as long as the operation is.
const BYTES_PER_CHARACTER_KNOWN = 28;

const CACHE_LIMITS: OperationCacheLimits = { entries: 4_000, bytes: 18 * 1024 * 1024 };

/** An operation that clients have asked for, so that another graph can prepare it too. */
export interface SeenOperation {
  key: string;
  source: string;
  operationName: string | undefined;
}

interface Kept extends SeenOperation {
  operation: PreparedOperation;
  bytes: number;
  /** Set when it was asked for again. */
  known?: KnownOperation | undefined;
}

/** Result of preparing operations ahead of their next request. */
export interface Warming {
  prepared: number;
  /** Not valid in the new schema, or without a plan. */
  dropped: number;
}

/** The operations of one graph, planned and compiled when they are first asked for. */
export class PreparedOperations {
  readonly #planner: Planner;
  readonly #kept: OperationCache<Kept>;

  constructor(planner: Planner, limits: OperationCacheLimits = CACHE_LIMITS) {
    this.#planner = planner;
    this.#kept = new OperationCache(limits);
  }

  get schema(): GraphQLSchema {
    return this.#planner.apiSchema;
  }

  get size(): number {
    return this.#kept.size;
  }

  /** Estimated. */
  get bytes(): number {
    return this.#kept.bytes;
  }

  /** True if an operation is ready to run. */
  knows(source: string, operationName: string): boolean {
    return this.#kept.has(keyOf(source, operationName));
  }

  /** Finds the operation of a valid request. The second request makes the operation a known one. */
  find({ source, operationName }: Pick<ValidOperation, 'source' | 'operationName'>): PreparedOperation | undefined {
    const kept = this.#kept.find(keyOf(source, operationName));
    if (kept === undefined) return undefined;
    if (kept.known === undefined) {
      kept.known = knownOperation(kept, kept.operation, this.schema);
      this.#kept.keep(kept.key, kept, kept.bytes + BYTES_PER_CHARACTER_KNOWN * kept.source.length);
    }
    return kept.operation;
  }

  /** An operation that this graph has found valid before; undefined: nothing is known of it. */
  findKnown(source: string, operationName: string | undefined): KnownOperation | undefined {
    return this.#kept.find(keyOf(source, operationName))?.known;
  }

  /** @throws GraphQLError where there is no plan */
  prepare({ source, document, operationName }: Omit<ValidOperation, 'operation'>): PreparedOperation {
    return this.#prepare({ key: keyOf(source, operationName), source, operationName }, document);
  }

  /** At most so many, those asked for last first. */
  seen(max: number): SeenOperation[] {
    return this.#kept.newest(max).map(({ key, source, operationName }) => ({ key, source, operationName }));
  }

  /** Prepares what another graph has seen. One at a time, between requests: planning is synchronous. */
  async warm(seen: readonly SeenOperation[], schema: GraphQLSchema): Promise<Warming> {
    const warming: Warming = { prepared: 0, dropped: 0 };
    // The newest last, where the cache keeps it longest.
    for (const operation of seen.toReversed()) {
      await nextTurn();
      warming[this.#isPrepared(operation, schema) ? 'prepared' : 'dropped'] += 1;
    }
    return warming;
  }

  #isPrepared(operation: SeenOperation, schema: GraphQLSchema): boolean {
    try {
      const document = parse(operation.source);
      if (validate(schema, document).length > 0) return false;
      this.#prepare(operation, document);
      return true;
    } catch {
      // The next request for it gets the error.
      return false;
    }
  }

  #prepare(seen: SeenOperation, document: DocumentNode): PreparedOperation {
    const { source, operationName } = seen;
    const { operation, bytes } = prepareOperation(this.#planner, { document, source, operationName });
    if (!isWrittenOut(document)) this.#kept.keep(seen.key, { ...seen, operation, bytes }, bytes);
    return operation;
  }
}

/** A text with a NUL in it is no GraphQL: no other operation has this key. */
function keyOf(source: string, operationName: string | undefined): string {
  return operationName ? `${operationName}\0${source}` : source;
}
