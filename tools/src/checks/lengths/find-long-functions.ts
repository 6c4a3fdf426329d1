import { parseSync } from '@swc/core';
import { isNode, type Node, walk } from '#/checks/syntax.ts';

export interface LongFunction {
  line: number;
  /** Without the lines of its braces; blank lines, comments, markup and template texts count. */
  lines: number;
}

const FUNCTIONS = new Set([
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ClassMethod',
  'PrivateMethod',
  'Constructor',
  'MethodProperty',
  'GetterProperty',
  'SetterProperty',
]);
const LINE_FEED = 0x0a;

export function findLongFunctions(text: string, max: number, { tsx = false } = {}): LongFunction[] {
  // SWC counts bytes from where its last text ended; a first token of our own shows where that is.
  const source = `;${text.replace(/^#!/, '//')}`;
  const module = parseSync(source, { syntax: 'typescript', tsx, target: 'es2024' });
  const bytes = Buffer.from(source);
  const breaks = (from: number, to: number) => bytes.subarray(from, to).filter((byte) => byte === LINE_FEED).length;
  const found: LongFunction[] = [];
  walk(module.body, (node) => {
    const body = bodyOf(node);
    if (body === undefined) return true;
    const { start, end } = body.span as { start: number; end: number };
    const [from, to] = [start - module.span.start, end - module.span.start];
    // An arrow function's expression has no braces.
    const lines = breaks(from, to) + ('stmts' in body ? -1 : 1);
    if (lines > max) found.push({ line: breaks(0, from) + 1, lines });
    return true;
  });
  return found;
}

function bodyOf(node: Node): Node | undefined {
  if (!FUNCTIONS.has(node.type)) return undefined;
  const { body } = (node.function ?? node) as { body?: unknown };
  return isNode(body) ? body : undefined;
}
