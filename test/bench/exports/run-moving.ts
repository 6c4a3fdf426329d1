import { readMeta, recordingDir } from '@ledgergraph/recorded-node/recording';
import { startTestStack } from '@ledgergraph/test-kit/stack';
import { connectTo } from '../backfill/tables.ts';
import { exportWhileMoving, type MovedExport, TIP_FROM } from './export-while-moving.ts';
import { type StatementSums, writeStatement } from './statement-rows.ts';

const RECORDING = 'vrsctest-a';
const ROWS = 1_000_000;

export interface MovingSamples extends MovedExport {
  written: StatementSums;
}

export async function runMoving(
  cleanup: AsyncDisposableStack,
  progress: (text: string) => void,
): Promise<MovingSamples> {
  progress('export-reorganised: starting an installation');
  const stack = await startTestStack({ recordings: [RECORDING], from: TIP_FROM, isDurable: true });
  cleanup.defer(() => stack.stop());
  const { databaseUrls } = stack.address;
  const [blocks, addresses] = [await connectTo(databaseUrls.blocks), await connectTo(databaseUrls.addresses)];
  progress(`export-reorganised: writing ${ROWS} movements`);
  const { chainId } = readMeta(recordingDir(RECORDING));
  const written = await writeStatement(blocks, addresses, chainId, ROWS);
  await blocks.end();
  await addresses.end();
  progress('export-reorganised: exporting them while the tip moves');
  return { ...(await exportWhileMoving(stack, stack.node(RECORDING), ROWS)), written };
}
