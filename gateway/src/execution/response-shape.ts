/** Shape of the value at one place of the answer, compiled from the schema's types and the operation's selections. */
export type ValueShape = NonNullShape | NullableShape;
export type NullableShape = ListShape | CompositeShape | LeafShape;
export type CompositeShape = ObjectShape | AbstractShape;

export interface NonNullShape {
  readonly kind: 'nonNull';
  readonly of: NullableShape;
}

export interface ListShape {
  readonly kind: 'list';
  /** The type as the schema writes it, for messages. */
  readonly label: string;
  readonly of: ValueShape;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly label: string;
  /** As the operation has it: fragments, conditions, repeated names. */
  readonly parts: readonly Part[];
  /** The same without fragments and repetitions; undefined where a condition decides how repeated names come together. */
  readonly fields: readonly PlainField[] | undefined;
}

/** An object whose `__typename` decides which selections it has: mostly of an interface or a union. */
export interface AbstractShape {
  readonly kind: 'abstract';
  readonly label: string;
  readonly parts: readonly Part[];
  /** For each type that the object may be of what `fields` is to an `ObjectShape`. */
  readonly choices: ReadonlyMap<string, readonly PlainField[] | undefined>;
}

export interface LeafShape {
  readonly kind: 'leaf';
  readonly label: string;
  /** True if a subgraph's value is one of the type. Values of our own scalars are not checked. */
  readonly accepts: (value: unknown) => boolean;
}

/** A part is there if the variable has that value. */
export interface Condition {
  readonly variable: string;
  readonly is: boolean;
}

export type Part = FieldPart | TypenamePart | FragmentPart;

export interface FieldPart {
  readonly kind: 'field';
  /** In the answer, and in what subgraphs answer. */
  readonly name: string;
  readonly value: ValueShape;
  readonly when: readonly Condition[];
}

export interface TypenamePart {
  readonly kind: 'typename';
  readonly name: string;
  readonly when: readonly Condition[];
}

export interface FragmentPart {
  readonly kind: 'fragment';
  /** Undefined: whatever the type. */
  readonly on: TypeCondition | undefined;
  readonly parts: readonly Part[];
  readonly when: readonly Condition[];
}

export interface TypeCondition {
  readonly typeName: string;
  /** True if `typeName` is an interface or a union. */
  readonly isAbstract: boolean;
  /** The types whose objects meet the condition. */
  readonly names: ReadonlySet<string>;
}

export interface PlainField {
  readonly name: string;
  /** The name as JSON, with the colon. */
  readonly opening: string;
  /** The same after another member, with the comma. */
  readonly following: string;
  /** Undefined: the object's type name. */
  readonly value: ValueShape | undefined;
  readonly when: readonly Condition[];
  /** A name that plain objects inherit: only an own member of it counts. */
  readonly isInherited: boolean;
}

export type VariableValues = Readonly<Record<string, unknown>>;

/** @throws Error for a condition that is no boolean: validation lets none through but an explicit null */
export function isIncluded(when: readonly Condition[], variables: VariableValues): boolean {
  for (const { variable, is } of when) {
    const value = variables[variable];
    if (typeof value !== 'boolean') throw new Error(`no boolean for the condition $${variable}`);
    if (value !== is) return false;
  }
  return true;
}
