export interface OurImage {
  name: string;
  workspaces: string;
}

export const ONE_IMAGE: OurImage = { name: 'ledgergraph', workspaces: 'all' };

export function imageOf(team: string): OurImage {
  return { name: team, workspaces: team === 'gateway' ? team : `services/${team}` };
}

/** It stands for all teams in test/containers. */
export const TESTED_TEAM = 'identities';

/** By the variable that overrides each; docker-compose.yml and the Dockerfile name them too. */
export const FOREIGN_IMAGES = {
  LEDGERGRAPH_BASE_IMAGE: 'node:24-bookworm-slim',
  LEDGERGRAPH_POSTGRES_IMAGE: 'postgres:18',
  LEDGERGRAPH_NATS_IMAGE: 'nats:2.12-alpine',
} as const;

export type ForeignImages = Record<keyof typeof FOREIGN_IMAGES, string>;

export function imageName(name: string): string {
  const { LEDGERGRAPH_IMAGES = 'ledgergraph', LEDGERGRAPH_VERSION = 'latest' } = process.env;
  return `${LEDGERGRAPH_IMAGES}/${name}:${LEDGERGRAPH_VERSION}`;
}
