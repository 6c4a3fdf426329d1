import { setTimeout as delay } from 'node:timers/promises';
import { isTracingOn } from '#/env.ts';
import type { Logger } from '#/logger.ts';
import { readVersion } from '#/version.ts';

const LAST_SPANS_MS = 3_000;
const WARN_EVERY_MS = 60_000;

/**
 * Without OTEL_EXPORTER_OTLP_ENDPOINT nothing of OpenTelemetry's SDK is loaded; its other standard variables hold too.
 * @param name where OTEL_SERVICE_NAME gives none
 * @returns sends the remaining spans, for 3 s at most; later code runs as without an SDK
 */
export async function startTracing(name: string, logger: Logger): Promise<() => Promise<void>> {
  if (!isTracingOn()) return async () => {};
  const [
    { context, diag, DiagLogLevel, propagation, trace },
    core,
    hooks,
    exporting,
    resources,
    sdk,
    { AllowedAttributes },
  ] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/core'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/sdk-trace-base'),
    import('./allowed-attributes.ts'),
  ]);
  diag.setLogger(quietly(logger), { logLevel: DiagLogLevel.ERROR });
  const resource = resources
    .defaultResource()
    .merge(
      resources.resourceFromAttributes({
        'service.name': name,
        'service.namespace': 'ledgergraph',
        'service.version': readVersion(),
      }),
    )
    .merge(resources.detectResources({ detectors: [resources.envDetector] }));
  const batches = new sdk.BatchSpanProcessor(new exporting.OTLPTraceExporter());
  const provider = new sdk.BasicTracerProvider({ resource, spanProcessors: [new AllowedAttributes(batches)] });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return async () => {
    const waited = new AbortController();
    const lastSpans = provider.shutdown().catch(() => undefined);
    await Promise.race([lastSpans, delay(LAST_SPANS_MS, undefined, { signal: waited.signal }).catch(() => undefined)]);
    waited.abort();
    for (const part of [trace, propagation, context, diag]) part.disable();
  };
}

/** A collector that is away fails every few seconds; one line a minute is logged. */
function quietly(logger: Logger) {
  let warnedAt = Number.NEGATIVE_INFINITY;
  const warn = (): void => {
    if (performance.now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = performance.now();
    // The exporter's message may repeat the data it was to send.
    logger.warn('traces could not be sent; they are lost, nothing else is');
  };
  const nothing = (): void => {};
  return { error: warn, warn: nothing, info: nothing, debug: nothing, verbose: nothing };
}
