import { createClient, createRouterTransport } from '@connectrpc/connect';
import { serializeBlock, serializeHeader } from '@ledgergraph/chain-generator/serialize-transaction';
import { NodeService } from '@ledgergraph/proto-schemas/chain/v1/node';
import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';
import { ofAllChains } from '@ledgergraph/service-kit/db/database-map';
import { elementsAt, memberText, parseObject } from '@ledgergraph/verus-protocol/json-text';
import { nodeService } from '#/node-service.ts';
import { NodeDoor } from '#/passing/node-door.ts';
import { RawReader } from '#/raw/raw-reader.ts';
import { TRANSACTION_SOURCE } from '#/raw/transaction-source.ts';
import { TransactionSender } from '#/sending/transaction-sender.ts';
import { TEXT_SOURCE } from '#/texts/text-source.ts';
import { type CHAIN_IDS, followRecording, silent } from './follow-recording.ts';
import { countRows, openDatabase, type TestDatabase } from './open-database.ts';
import { openApi } from './query-api.ts';

/** Spends that came back to the node's mempool when their block left. The test does not follow that mempool. */
const IN_POOL = /,"spentTxId":"[0-9a-f]+","spentIndex":\d+,"spentHeight":-1(?=})/g;

type Name = keyof typeof CHAIN_IDS;

interface Printed {
  height: number;
  hash: string;
  text: string;
}

function readPrinted(name: Name, file: 'blocks' | 'orphans'): Printed[] {
  return Array.from(readLines(recordingDir(name), `${file}.jsonl.gz`), (line) => {
    const { height, hash } = JSON.parse(line);
    return { height, hash, text: cut(line, 'block') };
  });
}

function cut(text: string, key: string): string {
  const member = memberText(text, key);
  if (member === undefined) throw new Error(`no ${key}`);
  return member;
}

async function openChain(name: Name, from: number | 'end') {
  const database: TestDatabase = await openDatabase();
  const { db } = database;
  const follower = await followRecording(name, db, from);
  while ((await follower.step()) !== 'at-tip');
  const databases = ofAllChains(db);
  const chains = new Map([[follower.chainId, follower.nodes]]);
  const options = { databases, logger: silent, chains };
  const parts = {
    sender: new TransactionSender(options),
    reader: new RawReader({ ...options, source: TRANSACTION_SOURCE }),
    texts: new RawReader({ ...options, source: TEXT_SOURCE }),
    door: new NodeDoor({ logger: silent, chains: new Map(), methods: [] }),
  };
  const transport = createRouterTransport((router) => router.service(NodeService, nodeService(parts)));
  const api = await openApi(db, [], createClient(NodeService, transport));
  const environment = name === 'pchain-a' ? 'MAINNET' : 'TESTNET';
  return {
    db,
    follower,
    query: (query: string) => api.query(query, {}, { environment }),
    /** The fields of each block, with one request for twenty. */
    ask: async (hashes: readonly string[], fields: string, asOf = '') => {
      const blocks: Record<string, never>[] = [];
      for (let start = 0; start < hashes.length; start += 20) {
        const part = hashes.slice(start, start + 20);
        const query = part.map((hash, index) => `b${index}: block(hash: "${hash}"${asOf}) { ${fields} }`).join(' ');
        const { data, errors } = await api.query(`{ ${query} }`, {}, { environment });
        expect(errors).toBeUndefined();
        blocks.push(...part.map((_, index) => data[`b${index}`]));
      }
      return blocks;
    },
    close: async () => {
      await api.close();
      await follower.close();
      await database.close();
    },
  };
}

test.each<Name>(['vrsctest-a', 'pchain-a', 'mempool-a'])(
  'every block of %s is printed as its node did, and a node is asked for each once',
  async (name) => {
    const chain = await openChain(name, 'end');
    const printed = readPrinted(name, 'blocks');
    const hashes = printed.map(({ hash }) => hash);
    const { recorded } = chain.follower;
    const before = recorded.countCalls('getblock');
    const whole = await chain.ask(hashes, 'text: verusJson(verbosity: 2)');
    expect(whole.map(({ text }) => text)).toEqual(printed.map(({ text }) => text));
    const fields = `short: verusJson(verbosity: 1) plain: verusJson bytes: verusJson(verbosity: 0)
      header: verusHeaderJson head: verusHeaderJson(verbose: false)`;
    for (const [index, block] of (await chain.ask(hashes, fields)).entries()) {
      const text = printed[index]?.text ?? '';
      const list = cut(text, 'tx');
      const txids = [...elementsAt(list)].map(({ start }) => cut(list.slice(start), 'txid'));
      expect(block.short).toBe(text.replace(list, `[${txids.join(',')}]`));
      expect(block.plain).toBe(block.short);
      const json = parseObject(text);
      expect(block.bytes).toBe(JSON.stringify(serializeBlock(json).toString('hex')));
      expect(block.head).toBe(JSON.stringify(serializeHeader(json).toString('hex')));
      for (const key of ['hash', 'confirmations', 'height', 'nonce', 'nextblockhash']) {
        if (index < printed.length - 1) expect(cut(block.header ?? '', key)).toBe(cut(text, key));
      }
    }
    // Whole and as bytes.
    expect(recorded.countCalls('getblock') - before).toBe(printed.length * 2);
    expect(recorded.countCalls('getblockheader')).toBe(printed.length);
    expect(await countRows(chain.db, 'node_text')).toBe(printed.length * 3);
    await chain.close();
  },
);

test('a block is printed as of the block that is read, also one that a reorganisation removed', async () => {
  const chain = await openChain('vrsctest-a', 408);
  const { recorded, nodes } = chain.follower;
  const ask = async (hash: string): Promise<string> => {
    const [node] = nodes.textNodes();
    return node === undefined ? '' : await node.ask('getblock', `["${hash}",2]`, { bytesMax: 1e8, ms: 5_000 });
  };
  const hashes = [...readPrinted('vrsctest-a', 'blocks').slice(378, 401), ...readPrinted('vrsctest-a', 'orphans')].map(
    ({ hash }) => hash,
  );
  const seen: { height: number; texts: Map<string, string> }[] = [];
  while (recorded.tip().height < 420) {
    await recorded.advance();
    while ((await chain.follower.step()) !== 'at-tip');
    const known = new Map<string, string>();
    for (const hash of hashes) {
      const text = await ask(hash).catch(() => undefined);
      if (text !== undefined) known.set(hash, text.replaceAll(IN_POOL, ''));
    }
    const texts = await chain.ask([...known.keys()], 'text: verusJson(verbosity: 2)');
    expect(texts.map(({ text }) => text)).toEqual([...known.values()]);
    seen.push({ height: recorded.tip().height, texts: known });
  }
  expect(seen.some(({ texts }) => [...texts.values()].some((text) => text.includes('"confirmations":-1,')))).toBe(true);
  for (const { height, texts } of seen.slice(-3)) {
    const onChain = [...texts].filter(([, text]) => !text.includes('"confirmations":-1,'));
    const asOf = `, asOf: { height: ${height} }`;
    const printed = await chain.ask(
      onChain.map(([hash]) => hash),
      'text: verusJson(verbosity: 2)',
      asOf,
    );
    expect(printed.map(({ text }) => text)).toEqual(onChain.map(([, text]) => text));
  }
  const { data } = await chain.query('{ chainTips { branchLength block { height hash confirmations } } }');
  const left = readPrinted('vrsctest-a', 'orphans').filter(({ height }) => height === 416);
  expect(data.chainTips).toEqual([
    { branchLength: 0, block: { ...recorded.tip(), confirmations: 1 } },
    ...left.map(({ height, hash }) => ({ branchLength: 4, block: { height, hash, confirmations: -1 } })),
  ]);
  await chain.close();
});

test('a transaction is printed as its node does, and kept once it is in a block', async () => {
  const chain = await openChain('vrsctest-a', 430);
  const [node] = chain.follower.nodes.textNodes();
  const { data } = await chain.query(
    '{ blocks(limit: 100) { blocks { transactions(limit: 100) { transactions { txid verusJson } } } } }',
  );
  const all: { txid: string; verusJson: string }[] = data.blocks.blocks.flatMap(
    ({ transactions }: { transactions: { transactions: object[] } }) => transactions.transactions,
  );
  expect(all.length).toBeGreaterThan(150);
  const before = chain.follower.recorded.countCalls('getrawtransaction');
  for (const { txid, verusJson } of all) {
    expect(verusJson).toBe(await node?.ask('getrawtransaction', `["${txid}",1]`, { bytesMax: 1e8, ms: 5_000 }));
    const again = await chain.query(`{ transaction(txid: "${txid}") { verusJson } }`);
    expect(again.data.transaction.verusJson).toBe(verusJson);
  }
  expect(chain.follower.recorded.countCalls('getrawtransaction') - before).toBe(all.length);
  await chain.close();
});

test('what is no verbosity is refused, and what a node answers to another question is neither served nor kept', async () => {
  const chain = await openChain('vrsctest-a', 100);
  const wrong = await chain.query('{ block(height: 7) { verusJson(verbosity: 3) } }');
  expect(wrong.errors?.[0]?.extensions).toMatchObject({ code: 'VALIDATION_ERROR', argument: 'verbosity' });
  chain.follower.recorded.setFault({ kind: 'damaged' });
  const { data, errors } = await chain.query('{ block(height: 7) { verusJson(verbosity: 2) verusHeaderJson } }');
  expect(data.block.verusJson).toBeNull();
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'NODE_UNAVAILABLE', canRetry: true });
  chain.follower.recorded.setFault(null);
  // The header, which the fault does not reach.
  expect(await countRows(chain.db, 'node_text')).toBe(1);
  await chain.close();
});
