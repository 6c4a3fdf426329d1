import { type ConstDirectiveNode, Kind, parse, visit } from 'graphql';

/** The gateway itself answers it: subscriptions and their events. */
export const OWN_SUBGRAPH = 'events';
export const OWN_GRAPH = OWN_SUBGRAPH.toUpperCase();

export function graphOf({ arguments: given = [] }: ConstDirectiveNode): string | undefined {
  const graph = given.find(({ name }) => name.value === 'graph')?.value;
  return graph?.kind === Kind.ENUM ? graph.value : undefined;
}

/** Only subgraphs that listen somewhere. */
export function subgraphNames(supergraphSdl: string): string[] {
  const names: string[] = [];
  visit(parse(supergraphSdl, { noLocation: true }), {
    EnumValueDefinition(value) {
      const graph = value.directives?.find((directive) => directive.name.value === 'join__graph');
      const name = graph?.arguments?.find((argument) => argument.name.value === 'name')?.value;
      if (name?.kind === Kind.STRING && name.value !== OWN_SUBGRAPH) names.push(name.value);
    },
  });
  return names;
}
