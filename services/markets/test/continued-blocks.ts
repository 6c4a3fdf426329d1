import { recordingDir } from '@ledgergraph/recorded-node/recording';
import { startRecordedNode } from '@ledgergraph/recorded-node/start-recorded-node';
import { type JsonObject, parseLossless, stringifyLossless } from '@ledgergraph/verus-protocol/lossless-json';

const LOGIN = { user: 'test', password: 'test' };

export async function readContinuedBlocks(name: 'vrsctest-a' | 'pchain-a', steps: number): Promise<string[]> {
  const node = await startRecordedNode({ recordingDir: recordingDir(name), from: 'end', continues: true, ...LOGIN });
  try {
    await node.advance(steps);
    const texts: string[] = [];
    for (let height = 0; height <= node.tip().height; height += 1) {
      texts.push(await getBlock(node.url, height));
    }
    return texts;
  } finally {
    await node.stop();
  }
}

async function getBlock(url: string, height: number): Promise<string> {
  const authorization = `Basic ${Buffer.from(`${LOGIN.user}:${LOGIN.password}`).toString('base64')}`;
  const body = JSON.stringify({ id: 1, method: 'getblock', params: [String(height), 2] });
  const answer = parseLossless(await (await fetch(url, { method: 'POST', headers: { authorization }, body })).text());
  return stringifyLossless((answer as JsonObject).result ?? null);
}
