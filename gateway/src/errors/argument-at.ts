import { type ArgumentNode, type ASTNode, Kind, parse, visit } from 'graphql';

/**
 * Name of the argument that an error about an input is about: the one whose value holds the node, or that is given the
 * variable the node defines.
 */
export function argumentAt(node: ASTNode | undefined): string | undefined {
  const source = node?.loc?.source.body;
  if (node?.loc === undefined || source === undefined) return undefined;
  const { start, end } = node.loc;
  const variable = node.kind === Kind.VARIABLE_DEFINITION ? node.variable.name.value : undefined;
  let found: string | undefined;
  visit(parse(source), {
    Argument(argument) {
      const holds = variable === undefined ? isWithin(argument, start, end) : usesVariable(argument, variable);
      if (holds) found ??= argument.name.value;
    },
  });
  return found;
}

function isWithin({ value: { loc } }: ArgumentNode, start: number, end: number): boolean {
  return loc !== undefined && loc.start <= start && end <= loc.end;
}

function usesVariable({ value }: ArgumentNode, name: string): boolean {
  let uses = false;
  visit(value, {
    Variable(variable) {
      uses ||= variable.name.value === name;
    },
  });
  return uses;
}
