import { type ConstDirectiveNode, Kind, parse, visit } from 'graphql';

/** The part of the graph that the gateway answers itself: subscriptions, and the types of their events. */
export const OWN_SUBGRAPH = 'events';
/** Its value of `join__Graph` in a supergraph. */
export const OWN_GRAPH = OWN_SUBGRAPH.toUpperCase();

/** The graph that a `join__` directive names, as a value of `join__Graph`. */
export function graphOf({ arguments: given = [] }: ConstDirectiveNode): string | undefined {
  const graph = given.find(({ name }) => name.value === 'graph')?.value;
  return graph?.kind === Kind.ENUM ? graph.value : undefined;
}

/** Names of the subgraphs in a supergraph that listen somewhere, as supergraph.yaml has them. */
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
