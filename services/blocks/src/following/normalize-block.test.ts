import { fromBinary, toBinary } from '@bufbuild/protobuf';
import { hex } from '@ledgergraph/chain-kit/hex';
import { type Block, BlockSchema, type Output } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readRecording, recordingDir } from '@ledgergraph/recorded-node/recording';
import {
  type RecordingName,
  readNormalizedBlocks,
  readNormalizedOrphans,
} from '@ledgergraph/test-kit/normalized-blocks';
import { satoshisFromDecimalText } from '@ledgergraph/verus-protocol/amount';
import {
  isJsonObject,
  type JsonObject,
  parseLosslessList,
  stringifyLossless,
} from '@ledgergraph/verus-protocol/lossless-json';
import { normalizeBlock } from './normalize-block.ts';
import { UNREAD_MEMBERS } from './unread-members.ts';

interface Totals {
  balance: Map<string, bigint>;
  received: Map<string, bigint>;
}

/** As the daemon's address index (docs/verus/addresses.md#index): every distinct address gets the whole output; genesis is left out. */
function totalsByAddress(blocks: Block[], chainId: string): Map<string, Totals> {
  const outputs = new Map<string, Output>();
  const totals = new Map<string, Totals>();
  const book = (output: Output, sign: bigint): void => {
    for (const address of output.addresses) {
      const entry = totals.get(address) ?? { balance: new Map(), received: new Map() };
      totals.set(address, entry);
      const native = { currencyId: chainId, satoshis: output.satoshis };
      for (const { currencyId, satoshis } of [native, ...output.currencyValues]) {
        entry.balance.set(currencyId, (entry.balance.get(currencyId) ?? 0n) + sign * satoshis);
        if (sign > 0n) entry.received.set(currencyId, (entry.received.get(currencyId) ?? 0n) + satoshis);
      }
    }
  };
  for (const block of blocks.slice(1)) {
    for (const transaction of block.transactions) {
      for (const input of transaction.inputs) {
        const spent = outputs.get(`${hex(input.txid)}:${input.vout}`);
        if (spent !== undefined) book(spent, -1n);
      }
      for (const output of transaction.outputs) {
        outputs.set(`${hex(transaction.txid)}:${output.index}`, output);
        book(output, 1n);
      }
    }
  }
  return totals;
}

function readBalanceAnswers(name: RecordingName): { address: string; result: JsonObject }[] {
  const answers: { address: string; result: JsonObject }[] = [];
  for (const { method, params, result } of readRecording(recordingDir(name)).answers()) {
    const [query] = params;
    if (method !== 'getaddressbalance' || !isJsonObject(result) || !isJsonObject(query)) continue;
    answers.push({ address: String([query.addresses].flat()[0]), result });
  }
  return answers;
}

function withoutZeros(amounts: Map<string, bigint>): Record<string, bigint> {
  return Object.fromEntries([...amounts].filter(([, satoshis]) => satoshis !== 0n));
}

function printedAmounts(value: JsonObject[string] | undefined): Record<string, bigint> {
  if (!isJsonObject(value)) return {};
  const amounts = Object.entries(value).map(([id, amount]) => [id, satoshisFromDecimalText(String(amount))] as const);
  return withoutZeros(new Map(amounts));
}

test.each([
  ['vrsctest-a', 852],
  ['pchain-a', 543],
] as const)('%s: balances recomputed from normalised blocks equal the node for all addresses', (name, addresses) => {
  const blocks = readNormalizedBlocks(name);
  const chainId = String(blocks[0]?.chainId);
  const totals = totalsByAddress(blocks, chainId);
  const answers = readBalanceAnswers(name);

  const differing = answers.filter(({ address, result }) => {
    const ours = totals.get(address);
    const all = {
      balance: String(ours?.balance.get(chainId) ?? 0n),
      received: String(ours?.received.get(chainId) ?? 0n),
      balances: withoutZeros(ours?.balance ?? new Map()),
      receiveds: withoutZeros(ours?.received ?? new Map()),
    };
    const theirs = {
      balance: String(result.balance),
      received: String(result.received),
      balances: printedAmounts(result.currencybalance),
      receiveds: printedAmounts(result.currencyreceived),
    };
    return !equalTotals(all, theirs);
  });

  expect(differing.map(({ address }) => address)).toEqual([]);
  expect(answers).toHaveLength(addresses);
});

function equalTotals(ours: object, theirs: object): boolean {
  const text = (value: object): string =>
    JSON.stringify(value, (_key, member: unknown) => {
      if (typeof member === 'bigint') return member.toString();
      if (member === null || typeof member !== 'object') return member;
      return Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)));
    });
  return text(ours) === text(theirs);
}

test.each(['vrsctest-a', 'pchain-a'] as const)('%s: every block survives its encoding byte for byte', (name) => {
  for (const block of readNormalizedBlocks(name)) {
    const encoded = toBinary(BlockSchema, block);
    const again = toBinary(BlockSchema, fromBinary(BlockSchema, encoded));
    expect(Buffer.compare(again, encoded)).toBe(0);
  }
});

test.each(['vrsctest-a', 'pchain-a'] as const)('%s: unread members make no difference to any block', (name) => {
  const { meta, blocks } = readRecording(recordingDir(name));
  const text = stringifyLossless(Array.from(blocks(), ({ block }) => block));
  const normalized = readNormalizedBlocks(name);
  const read = parseLosslessList(
    text,
    (block, index) => {
      const left = normalizeBlock(block as JsonObject, meta.chainId);
      expect(Buffer.compare(toBinary(BlockSchema, left), toBinary(BlockSchema, normalized[index] as Block))).toBe(0);
      return stringifyLossless(block).length;
    },
    UNREAD_MEMBERS,
  );
  const lengths = 'elements' in read ? read.elements : [];
  expect(lengths).toHaveLength(normalized.length);
  expect(lengths.reduce((sum, length) => sum + length, 0)).toBeLessThan(text.length * 0.75);
});

test('genesis has no previous hash and pays its key', () => {
  const genesis = readNormalizedBlocks('vrsctest-a')[0];
  expect(genesis?.previousHash).toHaveLength(0);
  expect(genesis?.height).toBe(0);
  expect(genesis?.producer).toBe('RJJBTXXfgE5DjiPQpZSnYrQe73NhrBZ3ao');
});

test.each(['vrsctest-a', 'pchain-a'] as const)(
  '%s: every staked block names its staker, not the stakeguard',
  (name) => {
    const producers = new Map(readNormalizedBlocks(name).map((block) => [block.height, block.producer]));
    const staked = Array.from(readRecording(recordingDir(name)).blocks()).filter(
      ({ block }) => block.validationtype === 'stake',
    );
    expect(staked.map(({ height }) => producers.get(height))).toEqual(staked.map(({ block }) => block.posrewarddest));
    expect(staked.length).toBeGreaterThan(0);
  },
);

test('orphaned branches hang together and off the main chain', () => {
  const main = readNormalizedBlocks('vrsctest-a');
  const branches = readNormalizedOrphans('vrsctest-a');
  expect(branches.map((branch) => branch.blocks.length)).toEqual([4, 2, 12]);
  for (const { blocks } of branches) {
    const first = blocks[0];
    const fork = main[Number(first?.height) - 1];
    expect(first?.previousHash).toEqual(fork?.hash);
    blocks.slice(1).forEach((block, index) => {
      expect(block.previousHash).toEqual(blocks[index]?.hash);
    });
  }
});
