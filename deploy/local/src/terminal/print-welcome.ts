import { readVersion } from '@ledgergraph/service-kit/version';
import type { RunningStack } from '#/stack/running-stack.ts';

const RECORDED = `
  The blocks below come from recorded and generated chains: their times lie in the past, and reorganisations are part of them.
`;

export function printWelcome(
  { gatewayUrl, keys, dataDir, recordedNodes }: RunningStack,
  write: (text: string) => void,
): void {
  const endpoint = `${gatewayUrl}/graphql`;
  // By name: passkeys and the links in mails need one.
  const dashboard = `${gatewayUrl.replace('//127.0.0.1', '//localhost')}/dashboard`;
  const query = '{ networks { name } syncState { lastBlockHeight status } }';
  if (keys.test === '') {
    write(
      `\nRunning at ${endpoint}, without keys: services/accounts is not here, so every key is refused.\nCtrl-C stops everything.\n\n`,
    );
    return;
  }
  write(`
Ledgergraph ${readVersion()} is ready.

  Endpoint   ${endpoint}
  Page       ${endpoint}   (open it in a browser and paste a key)
  Dashboard  ${dashboard}   (accounts, keys, usage, sync status; mails are in logs/services.log)
  Live key   ${keys.live}   (mainnet networks)
  Test key   ${keys.test}   (testnet networks)

  curl -s ${endpoint} -H 'authorization: Bearer ${keys.test}' -H 'content-type: application/json' -d '{"query":"${query}"}'

  Keys, logs and data: ${dataDir}
  Ctrl-C stops everything. The next start goes on from here; npm start -- --reset begins again from nothing.
${recordedNodes.length === 0 ? '' : RECORDED}
`);
}
