import { Registry } from 'prom-client';
import { OpenPools } from '#/db/open-pools.ts';
import { createLogger } from '#/logger.ts';
import { measurePools } from '#/metrics/pool-metrics.ts';
import type { RoleContext } from './role-context.ts';

export interface OpenRole {
  readonly context: RoleContext;
  readMetrics(): Promise<Registry>;
  drain(): void;
  /** Stops the last first. Failures are logged. */
  stop(): Promise<void>;
}

export function openRole(name: string, logLevel: string, isMeasured: boolean): OpenRole {
  const logger = createLogger(name, logLevel);
  const pools = new OpenPools();
  const registry = new Registry();
  registry.setDefaultLabels({ role: name });
  measurePools(registry, pools);
  const drains: (() => void)[] = [];
  const stops: (() => Promise<void>)[] = [];
  const runStop = (stop: () => Promise<void>): Promise<void> =>
    stop().catch((error: unknown) => logger.error({ err: error }, 'while stopping'));
  let isStopped = false;
  return {
    context: {
      name,
      logger,
      pools,
      registry: isMeasured ? registry : undefined,
      // A stopped role that still opens something would go on until the process ends.
      onStop: (stop) => void (isStopped ? runStop(stop) : stops.push(stop)),
      onDrain: (drain) => void drains.push(drain),
    },
    readMetrics: async () => registry,
    drain: () => {
      for (const drain of drains) drain();
    },
    stop: async () => {
      isStopped = true;
      for (const stop of stops.splice(0).reverse()) await runStop(stop);
    },
  };
}
