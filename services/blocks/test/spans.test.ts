import { startTracing } from '@ledgergraph/service-kit/tracing/start-tracing';
import { TraceReceiver } from '@ledgergraph/test-kit/trace-receiver';
import { followRecording, silent } from './follow-recording.ts';
import { openDatabase } from './open-database.ts';

test('each commit of the follower is a trace with its chain and heights, down to its statements', async () => {
  const receiver = await TraceReceiver.start();
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = receiver.url;
  const stopTracing = await startTracing('blocks-indexer', silent);
  const { db, close } = await openDatabase();
  try {
    // Over the first reorganisation of the recording: four blocks above 412.
    const follower = await followRecording('vrsctest-a', db, 410);
    while (follower.recorded.tip().height < 420) {
      await follower.step();
      await follower.recorded.advance();
    }
    await follower.step();
    await follower.close();
    await stopTracing();
    const commits = receiver.spans.filter(({ name }) => name === 'follower.commit');
    expect(new Set(commits.map(({ process, parentSpanId }) => `${process} ${parentSpanId}`))).toEqual(
      new Set(['blocks-indexer ']),
    );
    expect(commits[0]?.attributes).toMatchObject({
      'ledgergraph.chain': follower.chainId,
      'ledgergraph.from_height': 0,
    });
    expect(commits.map(({ attributes }) => attributes['ledgergraph.from_height'])).toContain(413);
    for (const { traceId, spanId } of commits) {
      const statements = receiver.spans.filter((span) => span.traceId === traceId && span.parentSpanId === spanId);
      const texts = statements.map(({ attributes }) => String(attributes['db.query.text'])).join('\n');
      expect(texts).toMatch(/sync_cursor/);
      expect(statements.every(({ name }) => name.startsWith('sql '))).toBe(true);
    }
  } finally {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    await close();
    receiver.stop();
  }
});
