import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { findIdentityState } from './payloads/identity-primary.ts';
import { readScriptPayment } from './script-payment.ts';

const NAMES = ['vrsctest-a', 'pchain-a', 'mempool-a'] as const;
const READABLE = new Set(['reserveoutput', 'identityprimary', 'evalnone']);

test.each(NAMES)('%s: scripts are read as the node prints them', (name) => {
  const counts: Record<string, number> = {};
  const blocks = readNormalizedBlocks(name);
  const native = blocks[0]?.chainId;
  const transactions = blocks.flatMap((block) => block.transactions);
  for (const output of transactions.flatMap(({ outputs }) => outputs)) {
    const payment = readScriptPayment(output.script);
    if (!READABLE.has(output.kind) && output.scriptType !== 'pubkeyhash') {
      if (output.scriptType === 'cryptocondition') expect(payment).toBeUndefined();
      continue;
    }
    counts[output.kind] = (counts[output.kind] ?? 0) + 1;
    const state = findIdentityState(output);
    if (state === undefined) expect(payment?.address).toBe(output.addresses[0]);
    else if (state.primaryAddresses.length === 1) expect(payment?.address).toBe(state.primaryAddresses[0]);
    else expect(payment?.address).toBeNull();
    expect(payment?.identityAddress).toBe(state?.identityAddress ?? null);
    const tokens = output.currencyValues.map(({ currencyId, satoshis }) => [currencyId, satoshis]);
    const read = [...(payment?.tokens ?? [])].filter(([currencyId]) => currencyId !== native);
    expect(new Map(read)).toEqual(new Map(tokens as [string, bigint][]));
  }
  expect(counts['']).toBeGreaterThan(5);
  for (const kind of READABLE) expect(counts[kind]).toBeGreaterThan(0);
});

test('what is cut off, or is no script of these kinds, is not read', () => {
  const token =
    '1a0403000101147bb40b3b7f1d32306889b39d9bd04a93d5c08da1cc350403090101147bb40b3b7f1d32306889b39d9bd04a93d5c08da1';
  const whole = `${token}1a014e0deb8874d8aa14a763f6aba3dfc8889fb807d180edb4c90075`;
  expect(readScriptPayment(Buffer.from(whole, 'hex'))).toEqual({
    address: 'RLZGsn91QRHk8LpJ3FLMh5gG3yqi4dNL66',
    tokens: new Map([['iAbEpDoiUZX2Xj4XeQKLad8scq9Px12mwn', 500_000_000n]]),
    identityAddress: null,
  });
  expect(readScriptPayment(Buffer.from(whole.slice(0, -4), 'hex'))).toBeUndefined();
  expect(readScriptPayment(Buffer.from(whole.replace('80edb4c900', '80edb4c980'), 'hex'))).toBeUndefined();
  expect(readScriptPayment(Buffer.from('6a', 'hex'))).toBeUndefined();
  expect(readScriptPayment(new Uint8Array())).toBeUndefined();
});
