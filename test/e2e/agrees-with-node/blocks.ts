import { type Ask, type Differences, forEachParallel, type Untyped } from './oracle.ts';

const INPUTS = 'nextCursor inputs { index coinbase txid vout sequence value }';
const OUTPUTS = `nextCursor outputs { index value satoshis currencyValues { currencyId amount } scriptType kind addresses spendable
  spentBy { txid index blockHeight } }`;
const BLOCK = `query ($height: BigInt, $hash: String, $cursor: String) { block(height: $height, hash: $hash) {
  height hash previousHash nextHash time timestamp txCount size version merkleRoot bits difficulty chainWork validation confirmations
  transactions(limit: 100, cursor: $cursor) { hasMore nextCursor totalCount transactions {
    txid index version lockTime expiryHeight isCoinbase inputCount outputCount blockHeight valueOut
    vin(limit: 100) { ${INPUTS} } vout(limit: 100) { ${OUTPUTS} } } } } }`;

type NodeObject = Untyped;

const NOT_A_KIND = new Set([
  'type',
  'vdxftag',
  'spendableoutput',
  'reserve_balance',
  'reqSigs',
  'addresses',
  'asm',
  'hex',
]);

export async function compareBlocks(ask: Ask, blocks: NodeObject[], differences: Differences): Promise<void> {
  const tip = blocks.length - 1;
  const nextHash = new Map<number, string>(blocks.map((block) => [block.height - 1, block.hash]));
  await forEachParallel(blocks, async (node) => {
    const { ours, errors } = await readBlock(ask, { height: node.height });
    differences.compare(`block ${node.height} errors`, errors, []);
    differences.compare(`block ${node.height}`, header(ours), {
      ...expectedHeader(node),
      nextHash: nextHash.get(node.height) ?? null,
      confirmations: tip - node.height + 1,
    });
    compareTransactions(`block ${node.height}`, ours.transactions, node, differences);
  });
}

export async function compareOrphans(ask: Ask, orphans: NodeObject[], differences: Differences): Promise<void> {
  await forEachParallel(orphans, async (node) => {
    const { ours } = await readBlock(ask, { hash: node.hash });
    differences.compare(
      `orphan ${node.hash} transactions`,
      ours.transactions.map((tx: NodeObject) => tx.txid),
      node.tx.map((tx: NodeObject) => tx.txid),
    );
    differences.compare(`orphan ${node.hash}`, header(ours), {
      ...expectedHeader(node),
      nextHash: null,
      confirmations: -1,
    });
  });
}

async function readBlock(
  ask: Ask,
  key: { height?: number; hash?: string },
): Promise<{ ours: NodeObject; errors: unknown[] }> {
  let ours: NodeObject;
  const transactions: NodeObject[] = [];
  let cursor: string | null = null;
  do {
    const { data, errors }: Awaited<ReturnType<Ask>> = await ask(BLOCK, { ...key, cursor });
    if (data?.block == null) return { ours: { transactions: [] }, errors };
    const page: NodeObject = data.block.transactions;
    ours ??= data.block;
    for (const tx of page.transactions) {
      const vin = await readAll(ask, tx.txid, 'vin', tx.vin);
      transactions.push({ ...tx, vin, vout: await readAll(ask, tx.txid, 'vout', tx.vout) });
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return { ours: { ...ours, transactions }, errors: [] };
}

async function readAll(ask: Ask, txid: string, list: 'vin' | 'vout', first: NodeObject): Promise<NodeObject[]> {
  const [name, selection] = list === 'vin' ? ['inputs', INPUTS] : ['outputs', OUTPUTS];
  const query = `query ($txid: String!, $cursor: String) {
    transaction(txid: $txid) { ${list}(limit: 100, cursor: $cursor) { ${selection} } } }`;
  const rows: NodeObject[] = [...first[name]];
  for (let cursor = first.nextCursor; cursor !== null; ) {
    const { data } = await ask(query, { txid, cursor });
    rows.push(...data.transaction[list][name]);
    cursor = data.transaction[list].nextCursor;
  }
  return rows;
}

function header(ours: NodeObject): unknown {
  const { transactions: _, ...rest } = ours;
  return rest;
}

function expectedHeader(node: NodeObject): Record<string, unknown> {
  return {
    height: node.height,
    hash: node.hash,
    previousHash: node.previousblockhash ?? null,
    time: node.time,
    timestamp: new Date(node.time * 1000).toISOString().replace('.000Z', 'Z'),
    txCount: node.tx.length,
    size: node.size,
    version: node.version,
    merkleRoot: node.merkleroot,
    bits: node.bits,
    difficulty: Number(node.difficulty),
    chainWork: node.chainwork,
    validation: node.validationtype === 'stake' ? 'STAKE' : 'WORK',
  };
}

function compareTransactions(what: string, ours: NodeObject[], node: NodeObject, differences: Differences): void {
  differences.compare(
    `${what} txids`,
    ours.map((tx) => tx.txid),
    node.tx.map((tx: NodeObject) => tx.txid),
  );
  node.tx.forEach((tx: NodeObject, index: number) => {
    const our = ours[index] ?? {};
    const { vin, vout, valueOut: _, ...rest } = our;
    differences.compare(`${what} tx ${tx.txid}`, rest, {
      txid: tx.txid,
      index,
      version: tx.version,
      lockTime: tx.locktime,
      expiryHeight: tx.expiryheight ?? null,
      isCoinbase: tx.vin[0]?.coinbase !== undefined,
      inputCount: tx.vin.length,
      outputCount: tx.vout.length,
      blockHeight: node.height,
    });
    differences.compare(`${what} tx ${tx.txid} inputs`, vin, tx.vin.map(expectedInput));
    tx.vout.forEach((output: NodeObject, position: number) => {
      compareOutput(`${tx.txid}:${position}`, vout?.[position], output, differences);
    });
  });
}

function expectedInput(input: NodeObject, index: number): Record<string, unknown> {
  return {
    index,
    coinbase: input.coinbase ?? null,
    txid: input.txid ?? null,
    vout: input.vout ?? null,
    sequence: input.sequence,
    value: input.value ?? null,
  };
}

function compareOutput(what: string, ours: NodeObject, node: NodeObject, differences: Differences): void {
  const script = node.scriptPubKey;
  const { currencyValues, ...rest } = ours ?? {};
  differences.compare(`output ${what}`, rest, {
    index: node.n,
    value: node.value,
    satoshis: String(node.valueSat),
    scriptType: script.type,
    // A payment to an identity is a plain output.
    kind: Object.keys(script).find((key) => !NOT_A_KIND.has(key) && key !== 'evalnone') ?? null,
    addresses: [...new Set(script.addresses ?? [])],
    spendable: script.spendableoutput,
    spentBy:
      node.spentTxId === undefined
        ? null
        : { txid: node.spentTxId, index: node.spentIndex, blockHeight: node.spentHeight },
  });
  // The short names of reserve_balance are no ids, so only amounts are compared here.
  const amounts = (values: unknown[]): unknown[] => values.filter((value) => value !== '0.00000000').sort();
  differences.compare(
    `output ${what} tokens`,
    amounts((currencyValues ?? []).map((value: NodeObject) => value.amount)),
    amounts(Object.values(script.reserve_balance ?? {})),
  );
}
