import { join } from 'node:path';
import { composeSupergraph } from '@ledgergraph/graph-tools/compose/compose-supergraph';
import { readSubgraphs } from '@ledgergraph/graph-tools/compose/read-subgraphs';
import { repositoryDir } from '@ledgergraph/local';

/** Our gateway needs the fields that it reads for itself. @param schemas SDL by name of the subgraph */
export async function composeBesideOurs(schemas: Readonly<Record<string, string>>): Promise<string> {
  const ours = await readSubgraphs(join(repositoryDir, 'gateway', 'supergraph.yaml'));
  const theirs = Object.entries(schemas).map(([name, sdl]) => ({ name, sdl }));
  return composeSupergraph([...ours, ...theirs]).supergraphSdl;
}
