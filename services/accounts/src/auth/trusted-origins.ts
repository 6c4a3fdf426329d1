const LOOPBACK_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Origins whose pages may use sessions: the public one. Where that is this machine, all its spellings, because which of them a browser
 * was pointed at is chance; another port is another program and stays outside.
 */
export function listTrustedOrigins(publicUrl: string): string[] {
  const { protocol, hostname, port, origin } = new URL(publicUrl);
  if (!LOOPBACK_HOSTS.includes(hostname)) return [origin];
  const suffix = port === '' ? '' : `:${port}`;
  return [origin, ...LOOPBACK_HOSTS.map((host) => `${protocol}//${host}${suffix}`).filter((other) => other !== origin)];
}
