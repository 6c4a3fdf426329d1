import { type Dashboard, quantile, rate } from './panel.ts';

const CALLS = 'ledgergraph_call_duration_seconds';
const HTTP = 'ledgergraph_http_request_duration_seconds';
const FETCHES = 'ledgergraph_subgraph_fetch_duration_seconds';
const AT_GATEWAY = '{process="gateway"}';

/** Dashboard of the gateway, from the clients' side. */
export const gatewayDashboard: Dashboard = {
  uid: 'ledgergraph-gateway',
  title: 'Ledgergraph: gateway',
  rows: [
    {
      title: 'Calls',
      panels: [
        {
          title: 'Calls by how they ended',
          description: 'Requests with a working key. Failed ones are our fault, rejected ones the caller’s.',
          unit: 'reqps',
          queries: { '{{outcome}}': rate(`${CALLS}_count`, 'outcome') },
        },
        {
          title: 'Time of answered calls',
          description: 'From the acceptance of the key to the answer.',
          unit: 's',
          queries: {
            median: quantile(0.5, CALLS, '', '{outcome="answered"}'),
            '95 %': quantile(0.95, CALLS, '', '{outcome="answered"}'),
            '99 %': quantile(0.99, CALLS, '', '{outcome="answered"}'),
          },
        },
        {
          title: 'Share of calls that failed',
          description: 'Of all calls within the limits.',
          unit: 'percentunit',
          queries: {
            failed: `(sum(rate(${CALLS}_count{outcome="failed"}[$__rate_interval])) or vector(0)) / sum(rate(${CALLS}_count{outcome=~"answered|rejected|failed"}[$__rate_interval]))`,
          },
        },
        {
          title: 'Requests by route and status',
          description: 'All of HTTP, also what is refused before it is a call. Route none: no such address.',
          unit: 'reqps',
          queries: { '{{route}} {{status}}': rate(`${HTTP}_count`, 'route, status', AT_GATEWAY) },
        },
        {
          title: 'Time of requests, 95 %',
          description: 'By route.',
          unit: 's',
          queries: { '{{route}}': quantile(0.95, HTTP, 'route', AT_GATEWAY) },
        },
        {
          title: 'Ready',
          description: '0: /readyz says why. A stalled chain ends readiness too.',
          unit: 'none',
          queries: { '{{instance}}': `ledgergraph_ready${AT_GATEWAY}` },
        },
      ],
    },
    {
      title: 'Subgraphs',
      panels: [
        {
          title: 'Fetches',
          description: 'Equal fetches under way at once are one request to the subgraph.',
          unit: 'reqps',
          queries: { '{{subgraph}}': rate(`${FETCHES}_count`, 'subgraph') },
        },
        {
          title: 'Time of fetches, 95 %',
          description: 'As the gateway waits for them.',
          unit: 's',
          queries: { '{{subgraph}}': quantile(0.95, FETCHES, 'subgraph') },
        },
        {
          title: 'Failed fetches by code',
          description: 'PIN_LOST is a reorganisation, and no fault.',
          unit: 'reqps',
          queries: { '{{subgraph}} {{code}}': rate('ledgergraph_subgraph_errors_total', 'subgraph, code') },
        },
      ],
    },
    {
      title: 'Kept answers',
      panels: [
        {
          title: 'Answers found in the cache',
          description:
            'Shared: an equal request was under way. A new block is a new key, so each block begins with misses.',
          unit: 'reqps',
          queries: { '{{result}}': rate('ledgergraph_response_cache_lookups_total', 'result') },
        },
        {
          title: 'Answers kept',
          description: 'Those that nobody can ask for any more are pushed out by what is.',
          unit: 'none',
          queries: { '{{instance}}': 'ledgergraph_response_cache_entries' },
        },
        {
          title: 'Memory of the answers',
          description: 'At most RESPONSE_CACHE_MB.',
          unit: 'bytes',
          queries: { '{{instance}}': 'ledgergraph_response_cache_bytes' },
        },
      ],
    },
    {
      title: 'Streams of events',
      panels: [
        {
          title: 'Open streams',
          description: 'Subscriptions that this gateway serves, over Server-Sent Events and WebSockets.',
          unit: 'short',
          queries: { '{{instance}}': 'ledgergraph_streams' },
        },
        {
          title: 'Events',
          description: 'Events that clients took.',
          unit: 'ops',
          queries: { '{{instance}}': rate('ledgergraph_stream_events_total', 'instance') },
        },
        {
          title: 'Ended streams, by code',
          description: 'GONE: the client closed it. SLOW_CONSUMER: it did not read. RECONNECT: the gateway stopped.',
          unit: 'ops',
          queries: { '{{code}}': rate('ledgergraph_streams_ended_total', 'code') },
        },
      ],
    },
    {
      title: 'Webhooks',
      panels: [
        {
          title: 'Attempts, by result',
          description: 'Requests to receivers. A failed one is repeated.',
          unit: 'ops',
          queries: { '{{result}}': rate('ledgergraph_webhook_attempts_total', 'result') },
        },
        {
          title: 'Time of attempts, 95 %',
          description: 'Until a receiver has answered, or was given up after 15 s.',
          unit: 's',
          queries: { '95 %': quantile(0.95, 'ledgergraph_webhook_attempt_duration_seconds', '') },
        },
        {
          title: 'Endpoints, by state',
          description: 'Disabled: gone, or without a success for three days. The team was mailed.',
          unit: 'short',
          queries: { '{{state}}': 'max by (state) (ledgergraph_webhook_endpoints)' },
        },
        {
          title: 'Longest overdue attempt',
          description: 'Near 0: every attempt is made when it is due.',
          unit: 's',
          queries: { overdue: 'max(ledgergraph_webhook_overdue_seconds)' },
        },
      ],
    },
    {
      title: 'Plans and execution',
      panels: [
        {
          title: 'Executed operations',
          description: 'Not answered from the cache, not refused.',
          unit: 'ops',
          queries: { executed: 'sum(rate(ledgergraph_operations_total[$__rate_interval]))' },
        },
        {
          title: 'Cost of operations',
          description:
            'Estimated: what they may cost, before they are planned; above COST_MAX refused. Actual: what answers hold.',
          unit: 'none',
          queries: {
            'estimated, 99th percentile':
              'histogram_quantile(0.99, sum by (le) (rate(ledgergraph_operation_cost_bucket{kind="estimated"}[$__rate_interval])))',
            'actual, 99th percentile':
              'histogram_quantile(0.99, sum by (le) (rate(ledgergraph_operation_cost_bucket{kind="actual"}[$__rate_interval])))',
          },
        },
        {
          title: 'Plans found in the cache',
          description: 'A miss costs a synchronous planning. Low for long: clients write values into their queries.',
          unit: 'percentunit',
          queries: {
            hits: 'sum(rate(ledgergraph_plan_cache_lookups_total{result="hit"}[$__rate_interval])) / sum(rate(ledgergraph_plan_cache_lookups_total[$__rate_interval]))',
          },
        },
        {
          title: 'Plans kept',
          description: 'At most 4,000.',
          unit: 'none',
          queries: { '{{instance}}': 'ledgergraph_plan_cache_entries' },
        },
        {
          title: 'Memory of the plans',
          description: 'Estimate; at most 32 MiB.',
          unit: 'bytes',
          queries: { '{{instance}}': 'ledgergraph_plan_cache_bytes' },
        },
      ],
    },
    {
      title: 'Supergraphs',
      panels: [
        {
          title: 'Supergraph that answers',
          description:
            'Serial of its signature; 0: the one of the build. Gateways that differ for long have refused one.',
          unit: 'none',
          queries: { '{{instance}}': 'ledgergraph_supergraph_serial' },
        },
        {
          title: 'New supergraphs',
          description: 'A refused one is told in the log with its reason; the former goes on.',
          unit: 'none',
          queries: { '{{result}}': 'sum by (result) (increase(ledgergraph_supergraphs_total[$__rate_interval]))' },
        },
      ],
    },
    {
      title: 'Pins',
      panels: [
        {
          title: 'Block that is read',
          description: 'A line that lies flat while blocks come is a stall, or a gateway that hears nothing.',
          unit: 'none',
          queries: { '{{chain_id}}': 'min by (chain_id) (ledgergraph_pin_height)' },
        },
        {
          title: 'Operations that lost their block',
          description: 'By a reorganisation; repeated once, then refused.',
          unit: 'ops',
          queries: { '{{result}}': rate('ledgergraph_pin_losses_total', 'result') },
        },
        {
          title: 'Age of the tips',
          description: 'Since blocks last answered. It is asked every second.',
          unit: 's',
          queries: { '{{instance}}': 'ledgergraph_tips_age_seconds' },
        },
      ],
    },
    {
      title: 'Keys',
      panels: [
        {
          title: 'Look-ups of keys',
          description: 'Unknown and throttled ones are guesses; unavailable: accounts is away.',
          unit: 'reqps',
          queries: { '{{result}}': rate('ledgergraph_key_lookups_total', 'result') },
        },
        {
          title: 'Keys in memory',
          description: 'At most 10,000.',
          unit: 'none',
          queries: { '{{instance}}': 'ledgergraph_key_cache_entries' },
        },
        {
          title: 'Age of the key snapshot',
          description: 'The key in memory that was confirmed longest ago. Good keys outlive accounts by ten minutes.',
          unit: 's',
          queries: { '{{instance}}': 'ledgergraph_key_snapshot_age_seconds' },
        },
      ],
    },
  ],
};
