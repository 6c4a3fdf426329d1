const INTERNALS: readonly [string, RegExp][] = [
  ['a host', /127\.0\.0\.1|localhost|\[?::1\]?:\d/],
  ['a URL', /\b(https?|postgres(ql)?|nats|tcp):\/\//],
  [
    'a file',
    /(^|[\s"'(])\/(home|root|tmp|usr|var|opt|work|app|srv)\/|node_modules|file:\/\/|\.(ts|js|mjs|sql|graphql):\d+/,
  ],
  ['a stack', /\bat \S+ \(|stacktrace|Error: .*\\n\s+at /],
  [
    'SQL or its server',
    /\b(SELECT|INSERT|UPDATE|DELETE) .*\b(FROM|INTO|SET|WHERE)\b|\brelation "|\bprisma|postgres|\bpg_/i,
  ],
  ['a system error', /ECONN|ENOTFOUND|ETIMEDOUT|UND_ERR|EPIPE|socket hang up|fetch failed/],
  [
    'a part of the installation',
    /subgraph|serviceName|_entities|_service|__resolveReference|x-ledgergraph|-api\b|-indexer\b|\bnats\b/,
  ],
  ['a lost pin', /PIN_LOST|pinned/],
];

export function findInternals(text: string): string[] {
  return INTERNALS.filter(([, pattern]) => pattern.test(text)).map(([name]) => name);
}
