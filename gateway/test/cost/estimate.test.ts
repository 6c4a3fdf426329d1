import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type DocumentNode,
  execute,
  type GraphQLFieldResolver,
  type GraphQLOutputType,
  getNamedType,
  getOperationAST,
  isCompositeType,
  isEnumType,
  isListType,
  isNonNullType,
  parse,
  validate,
} from 'graphql';
import { compileCost } from '#/cost/compile-cost.ts';
import { type CostFormula, countCost, estimateCost } from '#/cost/cost-formula.ts';
import { readCostWeights } from '#/cost/cost-weights.ts';
import { sequence } from '../execution/random.ts';
import { type SizedOperation, sizedOperation } from './sized-operation.ts';

const OPERATIONS = 10_000;
const SCALARS: Record<string, unknown> = { BigInt: 1, Int: 1, Float: 1.5, Boolean: true };

// Shorter lists than the real ones let answers be as long as they may be.
const read = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');
const schema = buildSchema(read('docs/api.graphql').replaceAll('limit: Int = 50', 'limit: Int = 2'));
const weights = readCostWeights(
  read('gateway/supergraph.graphql')
    .replaceAll('assumedSize: 50', 'assumedSize: 2')
    .replaceAll(/assumedSize: [12]0/g, 'assumedSize: 1'),
);

function answer({ query, variables }: SizedOperation, chance: () => number) {
  let cost = 0;
  const isFull = chance() < 0.5;
  const lengthUpTo = (max: number): number => (isFull ? max : Math.floor(chance() * (max + 1)));
  const invent = (type: GraphQLOutputType, length: number, weight: number, mayBeNull = true): unknown => {
    if (isNonNullType(type)) return invent(type.ofType, length, weight, false);
    if (mayBeNull && !isFull && chance() < 0.1) return null;
    if (isListType(type)) return Array.from({ length: lengthUpTo(length) }, () => invent(type.ofType, 0, weight));
    cost += weight;
    if (isCompositeType(type)) return { length };
    return isEnumType(type) ? type.getValues()[0]?.value : (SCALARS[type.name] ?? 'text');
  };
  const fieldResolver: GraphQLFieldResolver<{ length: number } | undefined, unknown> = (
    source,
    { limit = 2, ...args },
    _context,
    { parentType, fieldName, returnType },
  ) => {
    const sizing = weights.lists.get(`${parentType.name}.${fieldName}`);
    const asked = isListType(returnType) ? Object.values(args).find(Array.isArray)?.length : undefined;
    const own = sizing === undefined ? undefined : sizing.slicingArguments.length > 0 ? (limit ?? 2) : (asked ?? 1);
    const isLeaf = !isCompositeType(getNamedType(returnType));
    const weight = weights.fields.get(`${parentType.name}.${fieldName}`) ?? (isLeaf ? 0 : 1);
    const invented = invent(returnType, own ?? source?.length ?? 0, weight);
    if (invented !== null) {
      for (const [name, values] of Object.entries(args)) {
        const each = weights.arguments.get(`${parentType.name}.${fieldName}(${name}:)`);
        if (each !== undefined && Array.isArray(values)) cost += each * values.length;
      }
    }
    return invented;
  };
  const document = parse(query);
  const result = execute({ schema, document, variableValues: variables, fieldResolver });
  if (result instanceof Promise) throw new Error('nothing here takes time');
  return { document, result, cost: () => cost };
}

function formulaOf(document: DocumentNode): CostFormula {
  const operation = getOperationAST(document);
  if (operation == null) throw new Error('no operation');
  return compileCost(schema, document, operation, weights);
}

test('the estimate is never below what an answer comes to, and that never below what the answer is made of', () => {
  let dearest = 0;
  let exact = 0;
  for (let index = 0; index < OPERATIONS; index += 1) {
    const operation = sizedOperation(schema, sequence(`cost ${index}`));
    const { document, result, cost } = answer(operation, sequence(`answer ${index}`));
    if (index % 50 === 0) expect(validate(schema, document)).toEqual([]);
    if (result.errors !== undefined) throw new Error(`${result.errors}: ${JSON.stringify(operation)}`);
    const formula = formulaOf(document);
    const estimated = estimateCost(formula, operation.variables);
    const actual = countCost(formula, operation.variables, result.data);
    if (!(cost() <= actual && actual <= estimated)) {
      throw new Error(`made of ${cost()}, counted ${actual}, estimated ${estimated}: ${JSON.stringify(operation)}`);
    }
    dearest = Math.max(dearest, estimated);
    if (estimated === actual && actual === cost() && actual > 0) exact += 1;
  }
  expect(exact).toBeGreaterThan(OPERATIONS / 5);
  expect(dearest).toBeGreaterThan(100);
});
