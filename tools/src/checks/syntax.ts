export interface Node {
  type: string;
  [member: string]: unknown;
}

/** Parents first, until `see` returns false for a node: then without those below it. */
export function walk(value: unknown, see: (node: Node) => boolean | undefined): void {
  if (Array.isArray(value)) {
    for (const item of value) walk(item, see);
    return;
  }
  if (typeof value !== 'object' || value === null || (isNode(value) && see(value) === false)) return;
  for (const child of Object.values(value)) if (typeof child === 'object') walk(child, see);
}

export function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';
}

/** Without parentheses, `await`, assertions of types and `?.`. */
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

/** Undefined for anything but an identifier or a private member. */
export function nameOf(value: unknown): string | undefined {
  if (!isNode(value)) return undefined;
  return value.type === 'Identifier' || value.type === 'PrivateName' ? String(value.value) : undefined;
}

/** `deps`, `webhooks` and `createEndpoint` of `deps.webhooks().createEndpoint`. */
export function chainOf(value: unknown): string[] {
  const node = bare(value);
  if (node === undefined) return [];
  if (node.type === 'MemberExpression') return [...chainOf(node.object), nameOf(node.property) ?? '?'];
  if (node.type === 'CallExpression') return chainOf(node.callee);
  if (node.type === 'ThisExpression') return ['this'];
  const name = nameOf(node);
  return name === undefined ? ['?'] : [name];
}

export function argumentsOf(call: Node): unknown[] {
  return (call.arguments as { expression: unknown }[]).map(({ expression }) => expression);
}

const FUNCTIONS = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

export function isFunction(value: unknown): value is Node {
  return isNode(value) && FUNCTIONS.has(value.type);
}
