import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';

export type Purpose = 'payment' | 'registration' | 'update' | 'launch' | 'conversion' | 'import';

export interface TransactionShape {
  purpose: Purpose;
  inputs: number;
  outputs: number;
}

export type BlockShape = readonly TransactionShape[];

const PURPOSES: readonly [kind: string, purpose: Purpose][] = [
  ['crosschainimport', 'import'],
  ['acceptednotarization', 'import'],
  ['currencydefinition', 'launch'],
  ['reservetransfer', 'conversion'],
  ['identityreservation', 'registration'],
  ['identityprimary', 'update'],
];

/** Below it the recording only makes the first coins. */
const FIRST_HEIGHT = 2;

interface RecordedLine {
  height: number;
  block: { tx: { vin: unknown[]; vout: { scriptPubKey: object }[] }[] };
}

/** VRSCTEST has one entry for each block: large ones are as rare as there. */
export function readBlockShapes(): BlockShape[] {
  const shapes: BlockShape[] = [];
  for (const line of readLines(recordingDir('vrsctest-a'), 'blocks.jsonl.gz')) {
    // Floats are harmless here: no amount is read.
    const { height, block }: RecordedLine = JSON.parse(line);
    if (height >= FIRST_HEIGHT) shapes.push(block.tx.slice(1).map(readShape));
  }
  return shapes;
}

function readShape({ vin, vout }: RecordedLine['block']['tx'][number]): TransactionShape {
  const kinds = new Set(vout.flatMap(({ scriptPubKey }) => Object.keys(scriptPubKey)));
  const purpose = PURPOSES.find(([kind]) => kinds.has(kind))?.[1] ?? 'payment';
  return { purpose, inputs: vin.length, outputs: vout.length };
}
