interface BusSettings {
  NATS_URL?: string | undefined;
  NATS_PASSWORD?: string | undefined;
  NATS_SUBJECT_PREFIX?: string | undefined;
}

export function readBusOptions({ NATS_URL, NATS_PASSWORD, NATS_SUBJECT_PREFIX }: BusSettings) {
  if (NATS_URL === undefined || NATS_PASSWORD === undefined || NATS_SUBJECT_PREFIX === undefined) return undefined;
  return { url: NATS_URL, prefix: NATS_SUBJECT_PREFIX, login: { user: 'accounts', password: NATS_PASSWORD } };
}
