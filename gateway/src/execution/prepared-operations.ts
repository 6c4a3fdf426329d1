import { setImmediate as nextTurn } from 'node:timers/promises';
import { type GraphQLSchema, getOperationAST } from 'graphql';
import { MEMORY_BOUNDS } from '#/memory/bounds.ts';
import type { PlanningAccount } from '#/operation/planning-account.ts';
import { readDocument } from '#/operation/read-document.ts';
import { isWrittenOut } from '#/sending/written-out.ts';
import { compileVariableCheck, type KnownOperation, type ValidOperation } from './known-operation.ts';
import { OperationCache, type OperationCacheLimits } from './operation-cache.ts';
import type { Planning } from './planning/planning.ts';
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
  readonly #planning: Planning;
  readonly #kept: OperationCache<KnownOperation>;
  /** On their way: who asks for one of them waits for it. */
  readonly #preparing = new Map<string, Promise<KnownOperation>>();

  constructor(planning: Planning, limits: OperationCacheLimits = CACHE_LIMITS) {
    this.#planning = planning;
    this.#kept = new OperationCache(limits);
  }

  get schema(): GraphQLSchema {
    return this.#planning.planner.apiSchema;
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

  /** One that is being prepared for someone else; undefined: none is, or it comes to nothing. */
  async beingPrepared({ source, operationName }: SeenOperation): Promise<KnownOperation | undefined> {
    return this.#preparing.get(keyOf(source, operationName))?.catch(() => undefined);
  }

  /**
   * Plans and compiles a valid operation, once for all who ask for it at the same time, and keeps it.
   * @param account of who asks first
   * @throws GraphQLError where there is no plan, or it cannot be made at this moment
   */
  prepare(valid: ValidOperation, account?: PlanningAccount): Promise<KnownOperation> {
    const key = keyOf(valid.source, valid.operationName);
    const begun = this.#preparing.get(key);
    if (begun !== undefined) return begun;
    const preparing = this.#prepare(key, valid, account).finally(() => this.#preparing.delete(key));
    this.#preparing.set(key, preparing);
    return preparing;
  }

  async #prepare(key: string, valid: ValidOperation, account?: PlanningAccount): Promise<KnownOperation> {
    const { source, document, operation, operationName } = valid;
    const { operation: prepared, bytes } = await prepareOperation(this.#planning, valid, account);
    const takesVariables = compileVariableCheck(this.schema, operation.variableDefinitions);
    const known = { source, document, operation, operationName, prepared, takesVariables };
    const size = bytes + DOCUMENT_BYTES_PER_CHARACTER * source.length;
    if (isWrittenOut(document)) return known;
    this.#kept.keep(key, known, size, account?.team);
    return known;
  }

  /** At most so many, those asked for last first. */
  seen(max: number): SeenOperation[] {
    return this.#kept.newest(max).map(({ source, operationName }) => ({ source, operationName }));
  }

  /** Prepares what another graph has seen, one at a time, between requests. */
  async warm(seen: readonly SeenOperation[]): Promise<Warming> {
    const warming: Warming = { prepared: 0, dropped: 0 };
    // The newest last, where the cache keeps it longest.
    for (const operation of seen.toReversed()) {
      await nextTurn();
      warming[(await this.#isPrepared(operation)) ? 'prepared' : 'dropped'] += 1;
    }
    return warming;
  }

  async #isPrepared({ source, operationName }: SeenOperation): Promise<boolean> {
    try {
      const document = readDocument(source, this.schema);
      const operation = getOperationAST(document, operationName);
      if (operation == null) return false;
      await this.prepare({ source, document, operation, operationName });
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
