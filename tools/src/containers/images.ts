/** An image of ours: its name, and the workspaces that it holds, as the Dockerfile's argument WORKSPACE names them. */
export interface OurImage {
  name: string;
  workspaces: string;
}

/** The image that docker-compose.yml and the manifests run. */
export const ONE_IMAGE: OurImage = { name: 'ledgergraph', workspaces: 'all' };

/** The image of a team that builds its service alone. */
export function imageOf(team: string): OurImage {
  return { name: team, workspaces: team === 'gateway' ? team : `services/${team}` };
}

/** The team whose image stands for all of them in test/containers. */
export const TESTED_TEAM = 'identities';

/** Base images, by the variable that overrides each; docker-compose.yml and the Dockerfile name them too. */
export const FOREIGN_IMAGES = {
  LEDGERGRAPH_BASE_IMAGE: 'node:24-bookworm-slim',
  LEDGERGRAPH_POSTGRES_IMAGE: 'postgres:18',
  LEDGERGRAPH_NATS_IMAGE: 'nats:2.12-alpine',
} as const;

export type ForeignImages = Record<keyof typeof FOREIGN_IMAGES, string>;

/** The name of one of our images, as docker-compose.yml has it. */
export function imageName(name: string): string {
  const { LEDGERGRAPH_IMAGES = 'ledgergraph', LEDGERGRAPH_VERSION = 'latest' } = process.env;
  return `${LEDGERGRAPH_IMAGES}/${name}:${LEDGERGRAPH_VERSION}`;
}
