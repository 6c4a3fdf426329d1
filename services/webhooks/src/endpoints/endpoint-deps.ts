import type { Database } from '#/db/connection.ts';
import type { FindAddresses } from '#/delivering/find-addresses.ts';
import type { SecretBox } from '#/delivering/secret-box.ts';
import type { Sender } from '#/delivering/send-request.ts';
import type { Network } from '#/delivering/target-networks.ts';
import type { EventTypes } from '#/events/event-types.ts';
import type { GatewayClient } from '#/gateway/gateway-client.ts';
import type { Accounts } from '#/teams/team-access.ts';
import type { Places } from './team-places.ts';

export interface EndpointDeps {
  db: Database;
  gateway: GatewayClient;
  types: EventTypes;
  accounts: Accounts;
  sender: Sender;
  box: SecretBox;
  allowed: readonly Network[];
  findAddresses: FindAddresses;
  places: Places;
  now: () => Date;
}
