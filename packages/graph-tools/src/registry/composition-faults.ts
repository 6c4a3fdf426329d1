import type { GraphQLError } from 'graphql';
import type { CandidateSubgraph } from './published-subgraph.ts';

const COORDINATE = /\b[A-Z]\w*\.[a-z_]\w*/g;

export function describeCompositionErrors(
  errors: readonly GraphQLError[],
  subgraphs: readonly Pick<CandidateSubgraph, 'name' | 'team'>[],
): string[] {
  return errors.map((error) => {
    const named = subgraphs.filter(({ name }) => isNamed(name, error));
    // An error that names none concerns all teams.
    const teams = new Set((named.length > 0 ? named : subgraphs).map(({ team }) => team));
    const coordinates = new Set(error.message.match(COORDINATE));
    const where = coordinates.size === 0 ? 'the schema' : [...coordinates].join(', ');
    return `teams ${[...teams].join(', ')}: ${where} does not compose: ${error.message}`;
  });
}

/** As "name" or [name], or on the error's nodes. */
function isNamed(name: string, { message, nodes = [] }: GraphQLError): boolean {
  const onNodes = nodes.some((node) => 'subgraph' in node && node.subgraph === name);
  return onNodes || message.includes(`"${name}"`) || message.includes(`[${name}]`);
}
