import { PAGE_MAX } from '@ledgergraph/graph-kit/request-headers';
import { type DocumentNode, GraphQLError, type GraphQLSchema, type OperationDefinitionNode } from 'graphql';
import { RenderedData } from '#/execution/write-data.ts';
import type {
  AnsweredOperation,
  OperationHook,
  OperationListener,
  ResolvedOperation,
} from '#/operation/operation-hooks.ts';
import { compileCost } from './compile-cost.ts';
import { COST_HEADERS, type CostFormula, countCost, estimateCost } from './cost-formula.ts';
import { readCostWeights } from './cost-weights.ts';

export interface CostLimit {
  max: number;
  /** `actual` is undefined where the operation was refused. */
  onCost?: OnCost | undefined;
}

export type OnCost = (estimated: number, actual: number | undefined) => void;

type FormulaOf = (schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) => CostFormula;

interface Cost {
  estimated: number;
  actual?: number;
  max: number;
}

/**
 * Estimates an operation by its text and variables, refuses it before planning if it may cost too much, and reports both costs in every
 * answer.
 */
export function limitCost(supergraphSdl: string, limit: CostLimit): OperationHook {
  const weights = readCostWeights(supergraphSdl);
  // A known operation comes with the same document each time.
  const compiled = new WeakMap<OperationDefinitionNode, CostFormula>();
  const formulaOf: FormulaOf = (schema, document, operation) => {
    const formula = compiled.get(operation) ?? compileCost(schema, document, operation, weights);
    compiled.set(operation, formula);
    return formula;
  };
  return () => new OperationCost(limit, formulaOf);
}

class OperationCost implements OperationListener {
  readonly #limit: CostLimit;
  readonly #formulaOf: FormulaOf;
  #formula: CostFormula | undefined;
  #estimated = 0;
  #max: number;

  constructor(limit: CostLimit, formulaOf: FormulaOf) {
    this.#limit = limit;
    this.#max = limit.max;
    this.#formulaOf = formulaOf;
  }

  didResolveOperation({ schema, document, operation, request, contextValue }: ResolvedOperation): void {
    // `QueryGraph` refuses a request that chooses none of several operations.
    if (operation === undefined) return;
    // A larger page of our own costs as much as the client pages that it replaces.
    this.#max = this.#limit.max * Math.ceil((contextValue.pageMax ?? PAGE_MAX) / PAGE_MAX);
    const max = this.#max;
    this.#formula = this.#formulaOf(schema, document, operation);
    this.#estimated = estimateCost(this.#formula, request.variables ?? {});
    contextValue.cost = this.#estimated;
    if (this.#estimated > max) throw tooExpensive(this.#estimated, max);
    contextValue.noteCost?.({ estimated: this.#estimated, max });
  }

  willSendResponse({ request, response: { result, http } }: AnsweredOperation): void {
    const { onCost } = this.#limit;
    const max = this.#max;
    const formula = this.#formula;
    const estimated = this.#estimated;
    if (formula === undefined) return;
    const cost: Cost = { estimated, max };
    if (estimated <= max) cost.actual = countCost(formula, request.variables ?? {}, treeOf(result.data));
    onCost?.(estimated, cost.actual);
    result.extensions = { ...result.extensions, cost };
    const [ofEstimate, ofActual, ofMax] = COST_HEADERS;
    http.headers.set(ofEstimate, String(estimated));
    if (cost.actual !== undefined) http.headers.set(ofActual, String(cost.actual));
    http.headers.set(ofMax, String(max));
  }
}

function treeOf(data: unknown): unknown {
  return data instanceof RenderedData ? data.tree : data;
}

function tooExpensive(estimated: number, max: number): GraphQLError {
  return new GraphQLError(
    `The operation may cost ${estimated}, which is more than ${max}. Please ask for fewer objects: lists take a limit.`,
    { extensions: { code: 'COST_ESTIMATED_TOO_EXPENSIVE', http: { status: 400 } } },
  );
}
