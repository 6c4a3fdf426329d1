/** Compiled from the schema's types and the operation's selections. */
export type ValueShape = NonNullShape | NullableShape;
export type NullableShape = ListShape | CompositeShape | LeafShape;
export type CompositeShape = ObjectShape | AbstractShape;

export interface NonNullShape {
  readonly kind: 'nonNull';
  readonly of: NullableShape;
}

export interface ListShape {
  readonly kind: 'list';
  /** As the schema writes it, for messages. */
  readonly label: string;
  readonly of: ValueShape;
}

export interface ObjectShape {
  readonly kind: 'object';
  readonly label: string;
  /** As the operation has them: fragments, conditions, repeated names. */
  readonly parts: readonly Part[];
  /** Without fragments and repetitions; undefined where a condition decides how repeated names merge. */
  readonly fields: readonly PlainField[] | undefined;
}

/** Its `__typename` decides its selections: mostly an interface or a union. */
export interface AbstractShape {
  readonly kind: 'abstract';
  readonly label: string;
  readonly parts: readonly Part[];
  /** For each possible type, as `fields` of an `ObjectShape`. */
  readonly choices: ReadonlyMap<string, readonly PlainField[] | undefined>;
}

export interface LeafShape {
  readonly kind: 'leaf';
  readonly label: string;
  readonly accepts: (value: unknown) => boolean;
}

/** Present if the variable has that value. */
export interface Condition {
  readonly variable: string;
  readonly is: boolean;
}

export type Part = FieldPart | TypenamePart | FragmentPart;

export interface FieldPart {
  readonly kind: 'field';
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
  /** Undefined: any type. */
  readonly on: TypeCondition | undefined;
  readonly parts: readonly Part[];
  readonly when: readonly Condition[];
}

export interface TypeCondition {
  readonly typeName: string;
  readonly isAbstract: boolean;
  readonly names: ReadonlySet<string>;
}

export interface PlainField {
  readonly name: string;
  /** As JSON, with the colon. */
  readonly opening: string;
  /** With a comma before it. */
  readonly following: string;
  /** Undefined: the object's type name. */
  readonly value: ValueShape | undefined;
  readonly when: readonly Condition[];
  /** A name that plain objects inherit. */
  readonly isInherited: boolean;
}

export type VariableValues = Readonly<Record<string, unknown>>;

/** @throws Error for a condition that is no boolean: validation lets only an explicit null through */
export function isIncluded(when: readonly Condition[], variables: VariableValues): boolean {
  for (const { variable, is } of when) {
    const value = variables[variable];
    if (typeof value !== 'boolean') throw new Error(`no boolean for the condition $${variable}`);
    if (value !== is) return false;
  }
  return true;
}
