import { whole } from '@ledgergraph/chain-generator/amounts';
import { object, objects } from '@ledgergraph/chain-generator/json';
import { type JsonObject, parseLossless, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';
import { type FlowPair, generateFlowPair } from '#/flow-chain/generate-flow-pair.ts';

const VRSC = 'i5w5MuNik5NtLcYmNzcvaoixooEebB6MGV';
const PAIR = { seed: 11, blocks: 340, chainId: VRSC, name: 'VRSC', launchedName: 'island' };
/** They arrive while someone watches `npm start`, on both chains. */
const WATCHED = 100;

/** By name (test/recordings/README.md); `*.jsonl.gz` before they are packed. */
export type RecordingFiles = Readonly<Record<'meta.json' | 'blocks.jsonl.gz' | 'answers.jsonl.gz', string>>;

/** By folder: a main network and a chain that it has launched, with transfers across. */
export function makeRecordings(): Map<string, RecordingFiles> {
  const { launcher, launched } = generateFlowPair(PAIR);
  const definitions = readDefinitions(launched);
  return new Map([
    ['vrsc-generated', makeFiles(launcher, definitions)],
    ['island-generated', makeFiles(launched, definitions)],
  ]);
}

function makeFiles(
  { blocks, chainId, name }: FlowPair['launcher'],
  definitions: ReadonlyMap<string, JsonObject>,
): RecordingFiles {
  const tip = blocks.at(-1);
  const definition = definitions.get(chainId);
  if (tip === undefined || definition === undefined) throw new Error(`${name} was not launched`);
  const meta = {
    chainId,
    name,
    environment: 'MAINNET',
    blockTimeSeconds: 60,
    daemon: 'generated',
    tipHeight: tip.height,
    tipHash: tip.hash,
    startHeight: tip.height - WATCHED,
  };
  const currency = { ...definition, fullyqualifiedname: name, bestheight: whole(tip.height) };
  const none = { blocks: whole(0), longestchain: whole(0), tiptime: whole(0), connections: whole(8) };
  const answers: JsonObject[] = [
    { method: 'getinfo', params: [], result: { VRSCversion: '1.2.16-1', chainid: chainId, name, ...none } },
    ...[name, chainId].map((which) => ({ method: 'getcurrency', params: [which], result: currency })),
  ];
  return {
    'meta.json': `${JSON.stringify(meta, null, 2)}\n`,
    'blocks.jsonl.gz': blocks
      .map(({ height, hash, text }) => `{"height":${height},"hash":"${hash}","block":${text}}\n`)
      .join(''),
    'answers.jsonl.gz': answers.map((answer) => `${stringifyLossless(answer)}\n`).join(''),
  };
}

/** Its first block defines its own currency and its launcher's. */
function readDefinitions({ blocks }: FlowPair['launched']): Map<string, JsonObject> {
  const [coinbase] = objects(object(parseLossless(blocks[1]?.text ?? '{}')).tx);
  const scripts = objects(coinbase?.vout).map(({ scriptPubKey }) => object(scriptPubKey));
  return new Map(
    scripts
      .map(({ currencydefinition }) => object(currencydefinition))
      .map((definition) => [String(definition.currencyid), definition]),
  );
}
