import { existsSync } from 'node:fs';
import { inRepository } from '@ledgergraph/local/repository';
import { listServices } from '@ledgergraph/local/services';

/** An image of ours: its name in docker-compose.yml, and the folder of the repository that it holds. */
export interface OurImage {
  name: string;
  workspace: string;
}

/** One image per service, the gateway, and the recorded node. */
export function listOurImages(): OurImage[] {
  const services = listServices().map((name) => ({ name, workspace: `services/${name}` }));
  const others = [
    { name: 'gateway', workspace: 'gateway' },
    { name: 'recorded-node', workspace: 'deploy/recorded-node' },
  ];
  return [...services, ...others].filter(({ workspace }) => existsSync(inRepository(workspace)));
}

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
