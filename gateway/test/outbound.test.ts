import { Socket } from 'node:net';
import { GatewayStand } from './gateway-stand.ts';

test('from start to stop the gateway connects to its subgraphs only', async () => {
  // Without it Apollo's gateway reports to its maker and searches for a cloud.
  delete process.env.APOLLO_TELEMETRY_DISABLED;
  const targets = new Set<string>();
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]) {
    const [options] = Array.isArray(args[0]) ? args[0] : args;
    targets.add(
      typeof options === 'object' && options !== null && 'host' in options ? String(options.host) : String(options),
    );
    return Reflect.apply(connect, this, args);
  } as typeof connect;
  try {
    const stand = new GatewayStand();
    await stand.start();
    stand.subgraphs.blocks.resolvers = { Query: { networks: () => [] } };
    expect((await stand.query('{ networks { name } }')).body.data).toEqual({ networks: [] });
    await stand.stop();
  } finally {
    Socket.prototype.connect = connect;
  }
  expect([...targets]).toEqual(['127.0.0.1']);
});
