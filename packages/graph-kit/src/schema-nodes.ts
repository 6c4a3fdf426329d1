import { type ConstDirectiveNode, type DirectiveNode, Kind, type TypeNode } from 'graphql';

/** An argument of a directive that is a text; undefined: it is absent or null. */
export function textArgument({ arguments: given = [] }: DirectiveNode, name: string): string | undefined {
  const value = given.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}

/** True for an argument of a directive that is literally true. */
export function flagArgument({ arguments: given = [] }: DirectiveNode, name: string): boolean {
  const value = given.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.BOOLEAN && value.value;
}

/** The directives of a name, in their order. */
export function directivesOf(
  { directives = [] }: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): ConstDirectiveNode[] {
  return directives.filter((directive) => directive.name.value === name);
}

/** Name of the type inside lists and non-nulls. */
export function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}
