import { parseSync } from '@swc/core';
import { bare, isFunction, type Node, nameOf, walk } from '#/checks/syntax.ts';

export interface NamedFunction {
  file: string;
  name: string;
  /** By place; a destructured parameter has several. */
  parameters: string[][];
  body: unknown;
}

export interface Module {
  path: string;
  tree: Node;
  functions: Map<string, NamedFunction[]>;
  /** By local name. */
  imports: Map<string, { target: string | undefined; specifier: string; name: string }>;
  values: Map<string, Node[]>;
}

export function readModule(path: string, text: string, targets: ReadonlyMap<string, string | undefined>): Module {
  const tree = parseSync(text, { syntax: 'typescript', target: 'es2024' }) as unknown as Node;
  const module: Module = { path, tree, functions: new Map(), imports: new Map(), values: new Map() };
  const addFunction = (name: string | undefined, made: Node): void => {
    if (name === undefined) return;
    const parameters = (made.params as unknown[]).map(namesOf);
    add(module.functions, name, { file: path, name, parameters, body: made.body });
  };
  walk(tree, (node) => {
    if (node.type === 'FunctionDeclaration') addFunction(nameOf(node.identifier), node);
    if (node.type === 'ClassMethod' || node.type === 'PrivateMethod')
      addFunction(nameOf(node.key), node.function as Node);
    if (node.type === 'KeyValueProperty' && isFunction(bare(node.value)))
      addFunction(nameOf(node.key), node.value as Node);
    if (node.type === 'VariableDeclarator') readVariable(module, node, addFunction);
    if (node.type === 'ImportDeclaration') readImport(module, node, targets);
    return undefined;
  });
  return module;
}

function readVariable(module: Module, node: Node, addFunction: (name: string | undefined, made: Node) => void): void {
  const name = nameOf(node.id);
  const value = bare(node.init);
  if (name === undefined || value === undefined) return;
  if (isFunction(value)) addFunction(name, value);
  else add(module.values, name, value);
}

function readImport(module: Module, node: Node, targets: ReadonlyMap<string, string | undefined>): void {
  const specifier = String((node.source as Node).value);
  for (const one of node.specifiers as Node[]) {
    const local = nameOf(one.local);
    if (local === undefined) continue;
    module.imports.set(local, { target: targets.get(specifier), specifier, name: nameOf(one.imported) ?? local });
  }
}

/** Its own name, those of its parts, and those of their members. */
function namesOf(parameter: unknown): string[] {
  const names: string[] = [];
  walk(parameter, (node) => {
    if (node.type.startsWith('Ts')) return false;
    const name = nameOf(node);
    if (name !== undefined) names.push(name);
    return undefined;
  });
  return names;
}

function add<Value>(map: Map<string, Value[]>, name: string, value: Value): void {
  const there = map.get(name);
  if (there === undefined) map.set(name, [value]);
  else there.push(value);
}
