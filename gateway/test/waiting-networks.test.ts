import { Awaits } from '@ledgergraph/proto-schemas/chain/v1/stream';
import { GatewayStand, LIVE_CHAIN, TEST_CHAIN } from './gateway-stand.ts';

test('what each network waits for is named before there is a chain to read', async () => {
  const other = new GatewayStand();
  other.tips = () => [];
  other.networks = [
    { chainId: TEST_CHAIN, name: 'VRSCTEST', nativeDefinitionJson: '' },
    { chainId: LIVE_CHAIN, name: 'VRSC', nativeDefinitionJson: '{}' },
  ];
  other.awaited = [
    { chainId: 'i1', name: 'young', awaits: Awaits.NATIVE_DEFINITION },
    { chainId: 'i2', name: 'gone', awaits: Awaits.NODE },
  ];
  await other.start();
  const undefinedYet =
    'the node has not yet defined the native currency: it does so with the first blocks of its chain';
  try {
    const { status, text } = await other.fetch('/readyz');
    expect([status, JSON.parse(text).reasons]).toEqual([
      503,
      [
        `network young: ${undefinedYet}`,
        'network gone: no node of the chain can be used yet',
        `network VRSCTEST: ${undefinedYet}`,
        'network VRSC is still syncing',
      ],
    ]);
  } finally {
    await other.stop();
  }
});
