import { parseSync } from '@swc/core';

interface SyntaxNode {
  type: string;
  [member: string]: unknown;
}

// Every node with a module's name in `source`: import …, export … from.
const DECLARATIONS = new Set(['ImportDeclaration', 'ExportNamedDeclaration', 'ExportAllDeclaration']);

/** The modules that a TypeScript text imports: static, dynamic with a literal name, re-exports and types. */
export function readImports(text: string, { tsx = false } = {}): string[] {
  const found: string[] = [];
  visit(parseSync(text, { syntax: 'typescript', tsx, target: 'es2024' }), found);
  return found;
}

function visit(value: unknown, found: string[]): void {
  if (Array.isArray(value)) {
    for (const item of value) visit(item, found);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  const node = value as SyntaxNode;
  if (DECLARATIONS.has(node.type)) found.push(...literal(node.source));
  if (node.type === 'CallExpression' && (node.callee as SyntaxNode).type === 'Import') {
    found.push(
      ...(node.arguments as { expression: unknown }[]).slice(0, 1).flatMap(({ expression }) => literal(expression)),
    );
  }
  if (node.type === 'TsImportType') found.push(...literal(node.argument));
  for (const child of Object.values(node)) visit(child, found);
}

function literal(value: unknown): string[] {
  const node = value as SyntaxNode | null | undefined;
  return node?.type === 'StringLiteral' && typeof node.value === 'string' ? [node.value] : [];
}
