import type { Registry } from 'prom-client';
import type { OpenPools } from '#/db/open-pools.ts';
import type { Logger } from '#/logger.ts';

export interface RoleContext {
  readonly name: string;
  readonly logger: Logger;
  /** Undefined: nothing is measured. */
  readonly registry: Registry | undefined;
  readonly pools: OpenPools;
  /** The last one runs first. */
  onStop(stop: () => Promise<void>): void;
  /** The process is about to stop, and goes on answering for a while. */
  onDrain(drain: () => void): void;
}
