import { describeError, type Logger } from '@ledgergraph/service-kit/logger';
import { startTracing } from '@ledgergraph/service-kit/tracing/start-tracing';
import { TraceReceiver } from '@ledgergraph/test-kit/trace-receiver';
import { decodeTransactionHex } from '@ledgergraph/verus-protocol/raw-transaction';
import { announceVrsctest } from './apply-recording.ts';
import { silent } from './follow-recording.ts';
import { hexOf } from './mempool-events.ts';
import { openDatabase } from './open-database.ts';
import { openSending } from './open-sending.ts';
import { type Reaction, SendingNode } from './sending-node.ts';

const HEX = hexOf('a payment');
const { transaction, bytes } = decodeTransactionHex(HEX);

/** In each form in which they could be written. */
const PARTS = [
  HEX.slice(0, 60),
  HEX.slice(-100, -40),
  Buffer.from(bytes.slice(30, 90)).toString('base64').slice(4, 40),
  Buffer.from(bytes.slice(40, 60)).join(','),
];

const REACTIONS: Reaction[] = [
  { result: transaction.txid },
  { code: -26, message: '16: bad-txns-inputs-missing' },
  { code: -22, message: `TX decode failed: ${HEX}` },
  { code: -26, message: HEX },
  { result: HEX },
  'cut off',
  'silent',
];

test('no log line, span or answer holds a raw transaction, whatever becomes of it', async () => {
  const receiver = await TraceReceiver.start();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
  const stopTracing = await startTracing('blocks-indexer', silent);
  const database = await openDatabase();
  await announceVrsctest(database.db);
  const node = await SendingNode.start();
  const lines: string[] = [];
  const sending = await openSending(database, [node], { logger: keepLines(lines) });
  const answers: string[] = [];
  try {
    for (const reaction of REACTIONS) {
      node.onSend = () => reaction;
      answers.push(JSON.stringify(await sending.send(HEX)));
    }
    answers.push(JSON.stringify(await sending.send(`${HEX}00`)), JSON.stringify(await sending.send(`${HEX}zz`)));
    await database.db.$executeRawUnsafe('ALTER TABLE submission ADD CHECK (length(raw) < 10) NOT VALID');
    answers.push(JSON.stringify(await sending.send(HEX)));
  } finally {
    await sending.close();
    await stopTracing();
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    await node.stop();
    await database.close();
    receiver.stop();
  }
  const spans = receiver.spans.map((span) => JSON.stringify(span));
  expect(lines.join('\n')).toContain(transaction.txid);
  expect(lines.some((line) => line.includes('its row could not be written'))).toBe(true);
  expect(spans.some((span) => span.includes('transaction.send'))).toBe(true);
  for (const text of [...lines, ...spans, ...answers]) {
    for (const part of PARTS) expect(text).not.toContain(part);
  }
});

function keepLines(lines: string[]): Logger {
  const write = (fields: unknown, message?: string): void => {
    const { err, ...rest } = fields as { err?: unknown };
    lines.push(JSON.stringify({ ...rest, err: describeError(err), message }));
  };
  const logger = { debug: write, error: write, fatal: write, info: write, trace: write, warn: write };
  return { ...logger, child: () => logger } as unknown as Logger;
}
