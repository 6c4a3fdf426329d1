import { isIdentityAddress } from '@ledgergraph/verus-protocol/address';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import type { NetworkSettings } from './network-settings.ts';

export class NetworksFileError extends Error {
  override name = 'NetworksFileError';
  readonly faults: readonly string[];
  constructor(faults: readonly string[]) {
    super(`networks file:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
    this.faults = faults;
  }
}

const variableName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable');

const endpointUrl = z
  .url({ protocol: /^https?$/ })
  .refine(
    (text) => !URL.canParse(text) || new URL(text).username === '',
    'must not carry credentials: name variables instead',
  );

const file = z.strictObject({
  networks: z
    .array(
      z.strictObject({
        chainId: z.string().refine(isIdentityAddress, 'must be the i-address of the chain'),
        name: z.string().min(1),
        environment: z.enum(['MAINNET', 'TESTNET']),
        default: z.boolean().optional(),
        blockTimeSeconds: z.number().int().positive().optional(),
        checkpoint: z
          .strictObject({
            height: z.number().int().nonnegative(),
            hash: z.string().regex(/^[0-9a-f]{64}$/, 'must be the 64 hexadecimal digits of a block hash'),
          })
          .optional(),
        endpoints: z
          .array(z.strictObject({ url: endpointUrl, userEnv: variableName, passwordEnv: variableName }))
          .min(1),
        zmq: z.url({ protocol: /^tcp$/ }).optional(),
      }),
    )
    .min(1),
});

type Networks = z.output<typeof file>['networks'];

/** User and password come from environment variables, so the file holds no secret. @throws NetworksFileError with every fault */
export function readNetworks(
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): NetworkSettings[] {
  const document = parseDocument(text);
  if (document.errors.length > 0) throw new NetworksFileError(document.errors.map((error) => error.message));
  const parsed = file.safeParse(document.toJS());
  if (!parsed.success) {
    throw new NetworksFileError(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  }
  const { networks } = parsed.data;
  const faults = [...findDuplicates(networks), ...findSecondDefaults(networks), ...findUnset(networks, environment)];
  if (faults.length > 0) throw new NetworksFileError(faults);
  return networks.map((network) => ({
    chainId: network.chainId,
    name: network.name,
    environment: network.environment,
    isDefault: isDefault(network, networks),
    ...(network.blockTimeSeconds === undefined ? {} : { blockTimeSeconds: network.blockTimeSeconds }),
    ...(network.checkpoint === undefined ? {} : { checkpoint: network.checkpoint }),
    ...(network.zmq === undefined ? {} : { zmq: network.zmq }),
    endpoints: network.endpoints.map(({ url, userEnv, passwordEnv }) => ({
      url,
      user: environment[userEnv] ?? '',
      password: environment[passwordEnv] ?? '',
    })),
  }));
}

function isDefault(network: Networks[number], networks: Networks): boolean {
  const peers = networks.filter((peer) => peer.environment === network.environment);
  return network === (peers.find((peer) => peer.default === true) ?? peers[0]);
}

function findDuplicates(networks: Networks): string[] {
  return networks
    .filter((network, index) => networks.findIndex((other) => other.chainId === network.chainId) < index)
    .map((network) => `${network.name}: chainId ${network.chainId} is listed twice`);
}

function findSecondDefaults(networks: Networks): string[] {
  const marked = networks.filter((network) => network.default === true);
  return marked
    .filter((network, index) => marked.findIndex((other) => other.environment === network.environment) < index)
    .map((network) => `${network.name}: ${network.environment} has another default already`);
}

function findUnset(networks: Networks, environment: Readonly<Record<string, string | undefined>>): string[] {
  return networks.flatMap((network) =>
    network.endpoints
      .flatMap(({ userEnv, passwordEnv }) => [userEnv, passwordEnv])
      .filter((name) => (environment[name] ?? '') === '')
      .map((name) => `${network.name}: environment variable ${name} is not set`),
  );
}
