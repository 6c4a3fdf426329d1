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

// 2,000 operations of the benchmark took 15.6 kB of heap each, with 206 characters of text: mostly places and tokens of the document.
export const DOCUMENT_BYTES_PER_CHARACTER = 76;

const CACHE_LIMITS: OperationCacheLimits = { bytes: MEMORY_BOUNDS.operations };

export type SeenOperation = Pick<ValidOperation, 'source' | 'operationName'>;

export interface Warming {
  prepared: number;
  /** Not valid in the new schema, or without a plan. */
  dropped: number;
}

/** Planned and compiled when they are first asked for. */
export class PreparedOperations {
  readonly #planning: Planning;
  readonly #kept: OperationCache<KnownOperation>;
  /** Later askers wait for it. */
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

  get bytes(): number {
    return this.#kept.bytes;
  }

  knows(source: string, operationName: string): boolean {
    return this.#kept.has(keyOf(source, operationName));
  }

  /** Undefined: unknown. */
  find({ source, operationName }: SeenOperation): KnownOperation | undefined {
    return this.#kept.find(keyOf(source, operationName));
  }

  /** Undefined: none is being prepared, or it comes to nothing. */
  async beingPrepared({ source, operationName }: SeenOperation): Promise<KnownOperation | undefined> {
    return this.#preparing.get(keyOf(source, operationName))?.catch(() => undefined);
  }

  /**
   * Plans and compiles once for all who ask at the same time, and keeps the result.
   * @param account of who asks first
   * @throws GraphQLError where there is no plan, or it cannot be made now
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

  /** Most recently used first, `max` at most. */
  seen(max: number): SeenOperation[] {
    return this.#kept.newest(max).map(({ source, operationName }) => ({ source, operationName }));
  }

  /** One at a time, between requests. */
  async warm(seen: readonly SeenOperation[]): Promise<Warming> {
    const warming: Warming = { prepared: 0, dropped: 0 };
    // The newest last, so that the cache keeps it longest.
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

/** No GraphQL text holds a NUL. */
function keyOf(source: string, operationName: string | undefined): string {
  return operationName ? `${operationName}\0${source}` : source;
}
