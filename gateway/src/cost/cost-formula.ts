/** The cost of an operation, compiled; only variables are missing. */
export interface CostFormula {
  readonly fields: readonly FieldCost[];
  readonly defaults: Readonly<Record<string, unknown>>;
}

export interface FieldCost {
  readonly name: string;
  readonly ofName: number;
  readonly weight: number;
  /** Each value of these arguments costs something: all are looked up, however short the answer is. */
  readonly inputs: readonly { readonly weight: number; readonly size: ListLength }[];
  /** Undefined: one value. */
  readonly size: ListLength | undefined;
  /** Present if each variable has that value. */
  readonly when: readonly { readonly variable: string; readonly is: boolean }[];
  readonly fields: readonly FieldCost[];
}

export interface ListLength {
  /** The largest counts; a variable that holds a list counts by its length. */
  readonly slices: readonly (number | { readonly variable: string; readonly otherwise: number })[];
  /** Where no slice argument is a number. */
  readonly assumed: number;
}

type Values = Readonly<Record<string, unknown>>;

/** GraphQL's Int: more would make infinities. */
const SIZE_MAX = 2 ** 31 - 1;

/** An upper bound with these variables. */
export function estimateCost({ fields, defaults }: CostFormula, given: Values): number {
  return toInteger(estimate(fields, valuesOf(defaults, given)));
}

/** By the same weights. Never more than the estimate while lists keep the sizes that the schema gives. */
export function countCost({ fields, defaults }: CostFormula, given: Values, data: unknown): number {
  return toInteger(count(fields, data, valuesOf(defaults, given)));
}

function valuesOf(defaults: Values, given: Values): Values {
  return Object.keys(defaults).length === 0 ? given : { ...defaults, ...given };
}

function estimate(fields: readonly FieldCost[], variables: Values): number {
  let cost = 0;
  for (const field of fields) {
    if (!isIncluded(field, variables)) continue;
    cost += field.ofName + costOfInputs(field, variables);
    cost += lengthOf(field.size, variables) * (field.weight + estimate(field.fields, variables));
  }
  return cost;
}

function costOfInputs({ inputs }: FieldCost, variables: Values): number {
  let cost = 0;
  for (const { weight, size } of inputs) cost += weight * lengthOf(size, variables);
  return cost;
}

function lengthOf(size: ListLength | undefined, variables: Values): number {
  if (size === undefined) return 1;
  let length = -1;
  for (const slice of size.slices) {
    const given = typeof slice === 'number' ? slice : (variables[slice.variable] ?? slice.otherwise);
    const value = Array.isArray(given) ? given.length : given;
    // Anything else is refused when it is read.
    if (typeof value === 'number' && value > length) length = Math.min(value, SIZE_MAX);
  }
  return length < 0 ? size.assumed : Math.ceil(length);
}

function count(fields: readonly FieldCost[], data: unknown, variables: Values): number {
  if (typeof data !== 'object' || data === null) return 0;
  let cost = 0;
  for (const field of fields) {
    if (!isIncluded(field, variables) || !Object.hasOwn(data, field.name)) continue;
    const value = (data as Values)[field.name];
    if (value === null || value === undefined) continue;
    cost += field.ofName + costOfInputs(field, variables) + countValue(field, value, variables);
  }
  return cost;
}

function countValue(field: FieldCost, value: unknown, variables: Values): number {
  if (value === null || value === undefined) return 0;
  if (!Array.isArray(value)) return field.weight + count(field.fields, value, variables);
  let cost = 0;
  for (const element of value) cost += countValue(field, element, variables);
  return cost;
}

function isIncluded({ when }: FieldCost, variables: Values): boolean {
  for (const { variable, is } of when) {
    const value = variables[variable];
    if (typeof value === 'boolean' && value !== is) return false;
  }
  return true;
}

/** Parts of names below a whole cost nothing. */
function toInteger(cost: number): number {
  return Math.min(Math.floor(cost), Number.MAX_SAFE_INTEGER);
}

/** `extensions.cost` for clients that do not read bodies. */
export const COST_HEADERS = ['x-cost-estimated', 'x-cost-actual', 'x-cost-max'] as const;

/** A block with a hundred transactions, each with a hundred inputs and outputs, still passes. */
export const COST_MAX_DEFAULT = 150_000;
