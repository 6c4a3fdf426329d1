import { setTimeout as delay } from 'node:timers/promises';
import { connectBus } from '@ledgergraph/event-bus/nats-bus';
import { KeyChangedSchema, TeamChangedSchema } from '@ledgergraph/proto-schemas/accounts/v1/keys';
import { SUBJECTS } from '@ledgergraph/proto-schemas/subjects';
import { createLogger } from '@ledgergraph/service-kit/logger';
import type { CommandSettings } from '#/env.ts';
import type { Announcer } from '#/events/announcer.ts';
import { readBusOptions } from '#/events/bus-options.ts';

const BUS_TIMEOUT_MS = 2_000;

/** A bus that is away causes a warning and no failure: gateways ask again when their caches expire. */
export function openCommandAnnouncer(
  settings: CommandSettings,
  remark: (line: string) => void,
): Announcer & { close: () => Promise<void> } {
  let opened: ReturnType<typeof openBus> | undefined;
  let complained = false;
  const announce = async (publish: (bus: NonNullable<Awaited<ReturnType<typeof openBus>>>) => Promise<boolean>) => {
    opened ??= openBus(settings);
    const bus = await opened;
    if ((bus !== undefined && (await publish(bus))) || complained) return;
    complained = true;
    remark(
      'The gateways could not be notified (NATS is not configured or away): they notice within seconds, when they ask again.',
    );
  };
  return {
    keyChanged: (keyHash) =>
      announce((bus) => bus.publishConfirmed(SUBJECTS.keyChanged, KeyChangedSchema, { keyHash })),
    teamChanged: (teamId) =>
      announce((bus) => bus.publishConfirmed(SUBJECTS.teamChanged, TeamChangedSchema, { teamId })),
    close: async () => (await opened)?.close(),
  };
}

async function openBus(settings: CommandSettings) {
  const options = readBusOptions(settings);
  if (options === undefined) return undefined;
  const bus = connectBus({ ...options, name: 'ledgergraph-admin command', logger: createLogger('command', 'silent') });
  // The bus goes on trying for ever; a person at a prompt should not wait.
  await Promise.race([bus.connected.catch(() => undefined), delay(BUS_TIMEOUT_MS, undefined, { ref: false })]);
  return bus;
}
