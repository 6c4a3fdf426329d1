import { type ConstDirectiveNode, type DirectiveNode, Kind, type TypeNode } from 'graphql';

/** Undefined: absent or null. */
export function textArgument({ arguments: given = [] }: DirectiveNode, name: string): string | undefined {
  const value = given.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.STRING ? value.value : undefined;
}

export function flagArgument({ arguments: given = [] }: DirectiveNode, name: string): boolean {
  const value = given.find((argument) => argument.name.value === name)?.value;
  return value?.kind === Kind.BOOLEAN && value.value;
}

export function directivesOf(
  { directives = [] }: { readonly directives?: readonly ConstDirectiveNode[] | undefined },
  name: string,
): ConstDirectiveNode[] {
  return directives.filter((directive) => directive.name.value === name);
}

export function nameOf(type: TypeNode): string {
  return type.kind === Kind.NAMED_TYPE ? type.name.value : nameOf(type.type);
}
