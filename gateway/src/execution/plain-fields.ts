import type { CompileEffort } from './compile-effort.ts';
import type { CompositeShape, Condition, Part, PlainField, ValueShape } from './response-shape.ts';

/**
 * The selections of an object of one type as one list, each name once. Undefined where a condition decides how selections of one name
 * merge, or where it would take too much work.
 */
export function plainFields(
  typeName: string,
  parts: readonly Part[],
  effort: CompileEffort,
): readonly PlainField[] | undefined {
  if (effort.isSpent) return undefined;
  const layout = new Layout(typeName, effort);
  if (!layout.add(parts, [])) return undefined;
  effort.fields += layout.fields.size;
  return [...layout.fields.values()];
}

/** For an object of any of these types. Types with equal selections share one list. */
export function plainChoices(
  typeNames: readonly string[],
  parts: readonly Part[],
  effort: CompileEffort,
): ReadonlyMap<string, readonly PlainField[] | undefined> {
  const conditions = [...conditionsIn(parts)];
  const groups = new Map<string, readonly PlainField[] | undefined>();
  const choices = new Map<string, readonly PlainField[] | undefined>();
  for (const typeName of typeNames) {
    const group = conditions.map((names) => (names.has(typeName) ? '+' : '-')).join('');
    if (!groups.has(group)) {
      const fields = plainFields(typeName, parts, effort);
      effort.choiceFields += fields?.length ?? 0;
      groups.set(group, fields);
    }
    choices.set(typeName, groups.get(group));
  }
  return choices;
}

function conditionsIn(parts: readonly Part[]): Set<ReadonlySet<string>> {
  const found = new Set<ReadonlySet<string>>();
  for (const part of parts) {
    if (part.kind !== 'fragment') continue;
    if (part.on !== undefined) found.add(part.on.names);
    for (const inner of conditionsIn(part.parts)) found.add(inner);
  }
  return found;
}

class Layout {
  readonly fields = new Map<string, PlainField>();
  readonly #typeName: string;
  readonly #effort: CompileEffort;

  constructor(typeName: string, effort: CompileEffort) {
    this.#typeName = typeName;
    this.#effort = effort;
  }

  /** False: there is no such list. */
  add(parts: readonly Part[], outer: readonly Condition[]): boolean {
    return parts.every((part) => {
      const when = [...outer, ...part.when];
      if (part.kind === 'field') return this.#addField(part.name, part.value, when);
      if (part.kind === 'typename') return this.#addField(part.name, undefined, when);
      return part.on?.names.has(this.#typeName) === false || this.add(part.parts, when);
    });
  }

  #addField(name: string, value: ValueShape | undefined, when: readonly Condition[]): boolean {
    const known = this.fields.get(name);
    if (known === undefined) {
      const opening = `${JSON.stringify(name)}:`;
      const isInherited = name in Object.prototype;
      this.fields.set(name, { name, opening, following: `,${opening}`, value, when, isInherited });
      return true;
    }
    if (known.when.length > 0) return false;
    // An unconditional field needs no conditional entry.
    if (known.value === undefined || isLeaf(known.value)) return true;
    const merged = value === undefined || when.length > 0 ? undefined : this.#mergeValues(known.value, value);
    if (merged === undefined) return false;
    this.fields.set(name, { ...known, value: merged });
    return true;
  }

  /** Validation allows only lists and nulls at the same places. */
  #mergeValues(one: ValueShape, other: ValueShape): ValueShape | undefined {
    if ('parts' in one && 'parts' in other) return this.#mergeComposites(one, other);
    if ((one.kind === 'nonNull' || one.kind === 'list') && other.kind === one.kind) {
      const of = this.#mergeValues(one.of, other.of);
      return of && ({ ...one, of } as ValueShape);
    }
    return undefined;
  }

  #mergeComposites(one: CompositeShape, other: CompositeShape): CompositeShape | undefined {
    const parts = [...one.parts, ...other.parts];
    if (one.kind === 'object' && other.kind === 'object') {
      const fields = one.label === other.label ? plainFields(one.label, parts, this.#effort) : undefined;
      return fields && { ...one, parts, fields };
    }
    const others = namesOf(other);
    const names = namesOf(one).filter((name) => others.includes(name));
    return { kind: 'abstract', label: one.label, parts, choices: plainChoices(names, parts, this.#effort) };
  }
}

function namesOf(shape: CompositeShape): readonly string[] {
  return shape.kind === 'object' ? [shape.label] : [...shape.choices.keys()];
}

function isLeaf(shape: ValueShape): boolean {
  return shape.kind === 'leaf' || ('of' in shape && isLeaf(shape.of));
}
