import { setImmediate as nextTurn } from 'node:timers/promises';
import { type GraphQLSchema, getOperationAST } from 'graphql';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';
import { readDocument } from '#/operation/read-document.ts';
import { isWrittenOut } from '#/sending/written-out.ts';
import { compileVariableCheck, type KnownOperation, type ValidOperation } from './known-operation.ts';
import { OperationCache, type OperationCacheLimits } from './operation-cache.ts';
import type { Planner } from './planner.ts';
import { prepareOperation } from './prepare-operation.ts';

// Two thousand operations of the benchmark's kind took 15.6 kB of heap each, with 206 characters of text: the places and tokens of the document are most of it.
export const DOCUMENT_BYTES_PER_CHARACTER = 76;

const CACHE_LIMITS: OperationCacheLimits = { bytes: MEMORY_BOUNDS.operations };

/** An operation that clients have asked for, so that another graph can prepare it too. */
export type SeenOperation = Pick<ValidOperation, 'source' | 'operationName'>;

/** Result of preparing operations ahead of their next request. */
export interface Warming {
  prepared: number;
  /** Not valid in the new schema, or without a plan. */
  dropped: number;
}

/** The operations of one graph, planned and compiled when they are first asked for. */
export class PreparedOperations {
  readonly #planner: Planner;
  readonly #kept: OperationCache<KnownOperation>;

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

  /** An operation that this graph has found valid before, with its plan; undefined: nothing is known of it. */
  find({ source, operationName }: SeenOperation): KnownOperation | undefined {
    return this.#kept.find(keyOf(source, operationName));
  }

  /** Plans and compiles a valid operation, and keeps it. @throws GraphQLError where there is no plan */
  prepare(valid: ValidOperation): KnownOperation {
    const { source, document, operation, operationName } = valid;
    const { operation: prepared, bytes } = prepareOperation(this.#planner, valid);
    const takesVariables = compileVariableCheck(this.schema, operation.variableDefinitions);
    const known = { source, document, operation, operationName, prepared, takesVariables };
    const size = bytes + DOCUMENT_BYTES_PER_CHARACTER * source.length;
    if (isWrittenOut(document)) return known;
    this.#kept.keep(keyOf(source, operationName), known, size);
    return known;
  }

  /** At most so many, those asked for last first. */
  seen(max: number): SeenOperation[] {
    return this.#kept.newest(max).map(({ source, operationName }) => ({ source, operationName }));
  }

  /** Prepares what another graph has seen. One at a time, between requests: planning is synchronous. */
  async warm(seen: readonly SeenOperation[]): Promise<Warming> {
    const warming: Warming = { prepared: 0, dropped: 0 };
    // The newest last, where the cache keeps it longest.
    for (const operation of seen.toReversed()) {
      await nextTurn();
      warming[this.#isPrepared(operation) ? 'prepared' : 'dropped'] += 1;
    }
    return warming;
  }

  #isPrepared({ source, operationName }: SeenOperation): boolean {
    try {
      const document = readDocument(source, this.schema);
      const operation = getOperationAST(document, operationName);
      if (operation == null) return false;
      this.prepare({ source, document, operation, operationName });
      return true;
    } catch {
      // The next request for it gets the error.
      return false;
    }
  }
}

/** A text with a NUL in it is no GraphQL: no other operation has this key. */
function keyOf(source: string, operationName: string | undefined): string {
  return operationName ? `${operationName}\0${source}` : source;
}
