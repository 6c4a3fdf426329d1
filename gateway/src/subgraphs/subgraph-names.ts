import { Kind, parse, visit } from 'graphql';

/** Names of the subgraphs in a supergraph, as supergraph.yaml has them. */
export function subgraphNames(supergraphSdl: string): string[] {
  const names: string[] = [];
  visit(parse(supergraphSdl, { noLocation: true }), {
    EnumValueDefinition(value) {
      const graph = value.directives?.find((directive) => directive.name.value === 'join__graph');
      const name = graph?.arguments?.find((argument) => argument.name.value === 'name')?.value;
      if (name?.kind === Kind.STRING) names.push(name.value);
    },
  });
  return names;
}
