/** A node of the syntax tree that SWC reads. */
export interface Node {
  type: string;
  [member: string]: unknown;
}

/** Calls `see` with each node below a value, itself included, until `see` returns false for one: then not with those below it. */
export function walk(value: unknown, see: (node: Node) => boolean | undefined): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, see);
    return;
  }
  // Arguments and parameters are no nodes themselves.
  if (typeof value !== 'object' || value === null || (isNode(value) && see(value) === false)) return;
  for (const child of Object.values(value)) if (typeof child === 'object') walk(child, see);
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** An expression without what does not change its value: parentheses, `await`, assertions of types, `?.`. */
export function bare(value: unknown): Node | undefined {
  let node = value;
  while (isNode(node)) {
    const inner = WRAPPERS[node.type];
    if (inner === undefined) return node;
    node = node[inner];
  }
  return undefined;
}

const WRAPPERS: Record<string, string> = {
  ParenthesisExpression: 'expression',
  TsAsExpression: 'expression',
  TsNonNullExpression: 'expression',
  TsSatisfiesExpression: 'expression',
  TsConstAssertion: 'expression',
  AwaitExpression: 'argument',
  OptionalChainingExpression: 'base',
};

/** The name of an identifier or of a private member; undefined for anything else. */
export function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  return value.type === 'Identifier' || value.type === 'PrivateName' ? String(value.value) : undefined;
}

/** The names along an expression, such as `deps`, `webhooks` and `createEndpoint` of `deps.webhooks().createEndpoint`; `this` is one. */
export function chainOf(value: unknown): string[] {
  const node = bare(value);
  if (node === undefined) return [];
  if (node.type === 'MemberExpression') return [...chainOf(node.object), nameOf(node.property) ?? '?'];
  if (node.type === 'CallExpression') return chainOf(node.callee);
  if (node.type === 'ThisExpression') return ['this'];
  const name = nameOf(node);
  return name === undefined ? ['?'] : [name];
}

/** The arguments of a call. */
export function argumentsOf(call: Node): unknown[] {
  return (call.arguments as { expression: unknown }[]).map(({ expression }) => expression);
}

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

export function isFunction(value: unknown): value is Node {
  return isNode(value) && FUNCTIONS.has(value.type);
}
