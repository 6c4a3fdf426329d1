import { parseSync } from '@swc/core';
import { argumentsOf, isNode, type Node, walk } from '#/checks/syntax.ts';

const DECLARATIONS = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration']);

/** Static, dynamic with a literal name, re-exports and types. */
export function readImports(text: string, { tsx = false } = {}): string[] {
  const found: string[] = [];
  walk(parseSync(text, { syntax: 'typescript', tsx, target: 'es2024' }), (node) => {
    if (DECLARATIONS.has(node.type)) found.push(...literal(node.source));
    if (node.type === 'CallExpression' && (node.callee as Node).type === 'Import')
      found.push(...literal(argumentsOf(node)[0]));
    if (node.type === 'TsImportType') found.push(...literal(node.argument));
    return undefined;
  });
  return found;
}

function literal(value: unknown): string[] {
  return isNode(value) && value.type === 'StringLiteral' ? [String(value.value)] : [];
}
