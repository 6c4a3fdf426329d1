import { argumentsOf, bare, chainOf, isFunction, isNode, type Node, nameOf, walk } from '#/checks/syntax.ts';
import type { Module, NamedFunction } from './read-module.ts';
import { isRemoteChain, isRemoteModule, isRemoteName, makesClient } from './remote-names.ts';

const DEPTH_MAX = 8;

interface Place {
  module: Module;
  node: unknown;
  way: string[];
}

export class TransactionReader {
  readonly #modules: ReadonlyMap<string, Module>;
  readonly #faults = new Set<string>();
  #seen = new Set<unknown>();

  constructor(modules: readonly Module[]) {
    this.#modules = new Map(modules.map((module) => [module.path, module]));
  }

  /** @returns in words: the file, and the way from the transaction to the call */
  find(): string[] {
    for (const module of this.#modules.values()) {
      walk(module.tree, (node) => {
        if (node.type === 'CallExpression' && chainOf(node.callee).at(-1) === '$transaction') this.#open(module, node);
        return undefined;
      });
    }
    return [...this.#faults].sort();
  }

  #open(module: Module, call: Node): void {
    this.#seen = new Set();
    const [work] = argumentsOf(call);
    const way = [`${module.path}: $transaction`];
    const named = nameOf(bare(work));
    if (named === undefined) this.#read({ module, node: work, way });
    else this.#follow(named, module, way);
  }

  #read(place: Place): void {
    if (place.way.length > DEPTH_MAX) return;
    walk(place.node, (node) => {
      if (node.type === 'CallExpression') this.#judge(node, place);
      return undefined;
    });
  }

  #judge(call: Node, { module, way }: Place): void {
    const chain = chainOf(call.callee);
    const [first = ''] = chain;
    if (isRemoteChain(chain) || this.#isClient(first, module, chain.length) || isForeign(first, module)) {
      this.#faults.add([...way, chain.join('.')].join(' → '));
      return;
    }
    if (chain.length === 1) this.#follow(first, module, way);
    else if (first === 'this' && chain.length === 2) this.#follow(chain[1] ?? '', module, way);
    // A function that is handed over is called by its receiver.
    for (const given of argumentsOf(call)) {
      const name = nameOf(bare(given));
      if (name !== undefined && module.functions.has(name)) this.#follow(name, module, way);
    }
  }

  /** Such as `const service = deps.webhooks()`. */
  #isClient(name: string, module: Module, length: number): boolean {
    if (length < 2) return false;
    return (module.values.get(name) ?? []).some((value) => {
      const last = chainOf(value).at(-1) ?? '';
      return isRemoteName(last) || (value.type === 'CallExpression' && makesClient(last));
    });
  }

  /** For a parameter, goes on in the arguments of callers. */
  #follow(name: string, module: Module, way: string[]): void {
    const imported = module.imports.get(name);
    const home = imported === undefined ? module : this.#modules.get(imported.target ?? '');
    const functions = home?.functions.get(imported?.name ?? name) ?? [];
    for (const one of functions) this.#enter(one, way);
    if (functions.length === 0 && imported === undefined) this.#followParameter(name, module, way);
  }

  #enter({ file, name, body }: NamedFunction, way: string[]): void {
    const module = this.#modules.get(file);
    if (module === undefined || this.#seen.has(body)) return;
    this.#seen.add(body);
    this.#read({ module, node: body, way: [...way, name] });
  }

  #followParameter(name: string, module: Module, way: string[]): void {
    for (const owner of [...module.functions.values()].flat()) {
      const at = owner.parameters.findIndex((names) => names.includes(name));
      if (at === -1) continue;
      for (const caller of this.#modules.values()) this.#readHandedOver(caller, owner, { at, name }, way);
    }
  }

  #readHandedOver(
    caller: Module,
    owner: NamedFunction,
    { at, name }: { at: number; name: string },
    way: string[],
  ): void {
    const local = [...caller.imports].find(([, one]) => one.target === owner.file && one.name === owner.name)?.[0];
    const known = caller.path === owner.file ? owner.name : local;
    if (known === undefined) return;
    walk(caller.tree, (node) => {
      if (node.type !== 'CallExpression' || chainOf(node.callee).at(-1) !== known) return undefined;
      const given = bare(argumentsOf(node)[at]);
      if (given === undefined || this.#seen.has(given)) return undefined;
      this.#seen.add(given);
      const found = given.type === 'ObjectExpression' ? memberOf(given, name) : given;
      const on = [...way, `${name}, given in ${caller.path}`];
      const named = nameOf(found);
      if (named !== undefined) this.#follow(named, caller, on);
      else if (isFunction(found)) this.#read({ module: caller, node: found.body, way: on });
      return undefined;
    });
  }
}

/** Such as undici's `request`. */
function isForeign(name: string, module: Module): boolean {
  const imported = module.imports.get(name);
  return imported !== undefined && isRemoteModule(imported.specifier);
}

function memberOf(object: Node, name: string): Node | undefined {
  const member = (object.properties as unknown[]).find((one) => isNode(one) && nameOf(one.key) === name);
  return isNode(member) ? bare(member.value) : undefined;
}
