import { type Dashboard, quantile, rate } from './panel.ts';

const HTTP = 'ledgergraph_http_request_duration_seconds';
const INTERNAL = '{process!="gateway"}';
const BY_PROCESS = '{{process}} {{instance}}';

/** Dashboard of the processes: the cost of calls, and the health of every process. */
export const runtimeDashboard: Dashboard = {
  uid: 'ledgergraph-runtime',
  title: 'Ledgergraph: accounts and runtime',
  rows: [
    {
      title: 'Quotas',
      panels: [
        {
          title: 'Units at gateways',
          description: 'Leased and not spent, all teams together.',
          unit: 'none',
          queries: { '{{instance}}': 'ledgergraph_lease_units' },
        },
        {
          title: 'Teams at gateways',
          description: 'With units, or with calls of late.',
          unit: 'none',
          queries: { '{{instance}}': 'ledgergraph_lease_teams' },
        },
        {
          title: 'Questions for units',
          description: 'Away: accounts did not answer, and calls with a limited plan are refused with 503.',
          unit: 'reqps',
          queries: { '{{result}}': rate('ledgergraph_lease_requests_total', 'result') },
        },
        {
          title: 'Age of the last report',
          description: 'Of calls, to accounts. A gateway without calls has nothing to report.',
          unit: 's',
          queries: { '{{instance}}': 'ledgergraph_report_age_seconds' },
        },
        {
          title: 'Leases, as accounts has them',
          description: 'Written off: the gateway is silent; charged until it reports again or the month ends.',
          unit: 'none',
          queries: { '{{state}}': 'max by (state) (ledgergraph_accounts_leases)' },
        },
        {
          title: 'Units on leases, as accounts has them',
          description: 'Not reported as spent.',
          unit: 'none',
          queries: { '{{state}}': 'max by (state) (ledgergraph_accounts_leased_units)' },
        },
        {
          title: 'Gateways with leases',
          description: 'By the state of the leases.',
          unit: 'none',
          queries: { '{{state}}': 'max by (state) (ledgergraph_accounts_lease_gateways)' },
        },
      ],
    },
    {
      title: 'Between processes',
      panels: [
        {
          title: 'Ready',
          description: '0: /readyz of the process says why.',
          unit: 'none',
          queries: { [BY_PROCESS]: 'ledgergraph_ready' },
        },
        {
          title: 'Internal requests by status',
          description: 'Graph, block stream, keys, quotas, the dashboard’s server.',
          unit: 'reqps',
          queries: { '{{process}} {{status}}': rate(`${HTTP}_count`, 'process, status', INTERNAL) },
        },
        {
          title: 'Time of internal requests, 95 %',
          description: 'By process and route.',
          unit: 's',
          queries: { '{{process}} {{route}}': quantile(0.95, HTTP, 'process, route', INTERNAL) },
        },
        {
          title: 'NATS connected',
          description: '0: slow timers stand in; blocks come some seconds later, revoked keys end within five.',
          unit: 'none',
          queries: { [BY_PROCESS]: 'ledgergraph_nats_connected' },
        },
        {
          title: 'Connections to Postgres',
          description: 'At most ten for each process.',
          unit: 'none',
          queries: { '{{process}} {{state}}': 'sum by (process, state) (ledgergraph_database_connections)' },
        },
        {
          title: 'Waiting for a connection',
          description: 'More than a few for long: the database is slow, or more is asked than it can do.',
          unit: 'none',
          queries: { [BY_PROCESS]: 'ledgergraph_database_waiting' },
        },
      ],
    },
    {
      title: 'Processes',
      panels: [
        {
          title: 'Event loop, worst',
          description: 'How late timers fire. Everybody waits that long.',
          unit: 's',
          queries: {
            '{{process}} 99 %': 'nodejs_eventloop_lag_p99_seconds',
            '{{process}} max': 'nodejs_eventloop_lag_max_seconds',
          },
        },
        {
          title: 'Event loop, usual',
          description: 'The same, in the middle of the distribution.',
          unit: 's',
          queries: {
            '{{process}} now': 'nodejs_eventloop_lag_seconds',
            '{{process}} min': 'nodejs_eventloop_lag_min_seconds',
            '{{process}} mean': 'nodejs_eventloop_lag_mean_seconds',
            '{{process}} deviation': 'nodejs_eventloop_lag_stddev_seconds',
            '{{process}} median': 'nodejs_eventloop_lag_p50_seconds',
            '{{process}} 90 %': 'nodejs_eventloop_lag_p90_seconds',
          },
        },
        {
          title: 'CPU',
          description: 'Seconds of a core in a second; one is the event loop at its limit.',
          unit: 'none',
          queries: {
            '{{process}} all': 'rate(process_cpu_seconds_total[$__rate_interval])',
            '{{process}} user': 'rate(process_cpu_user_seconds_total[$__rate_interval])',
            '{{process}} system': 'rate(process_cpu_system_seconds_total[$__rate_interval])',
          },
        },
        {
          title: 'Memory',
          description: 'Resident, as the system counts it.',
          unit: 'bytes',
          queries: {
            '{{process}} resident': 'process_resident_memory_bytes',
            '{{process}} data': 'process_heap_bytes',
            '{{process}} buffers': 'nodejs_external_memory_bytes',
          },
        },
        {
          title: 'Address space',
          description: 'Mostly reserved, not used.',
          unit: 'bytes',
          queries: { [BY_PROCESS]: 'process_virtual_memory_bytes' },
        },
        {
          title: 'Heap',
          description: 'A used line that climbs for days is a leak.',
          unit: 'bytes',
          queries: {
            '{{process}} used': 'nodejs_heap_size_used_bytes',
            '{{process}} total': 'nodejs_heap_size_total_bytes',
          },
        },
        {
          title: 'Heap spaces',
          description: 'Where the heap’s memory is.',
          unit: 'bytes',
          queries: {
            '{{process}} {{space}} used': 'nodejs_heap_space_size_used_bytes',
            '{{process}} {{space}} total': 'nodejs_heap_space_size_total_bytes',
            '{{process}} {{space}} available': 'nodejs_heap_space_size_available_bytes',
          },
        },
        {
          title: 'Garbage collection',
          description: 'Seconds of it in a second, by kind.',
          unit: 'none',
          queries: { '{{process}} {{kind}}': rate('nodejs_gc_duration_seconds_sum', 'process, kind') },
        },
        {
          title: 'Open files',
          description: 'Against the limit of the process.',
          unit: 'percentunit',
          queries: { [BY_PROCESS]: 'process_open_fds / process_max_fds' },
        },
        {
          title: 'What keeps the process going',
          description: 'Sockets, timers and requests; a line that climbs for days is a leak.',
          unit: 'none',
          queries: {
            '{{process}} resources': 'nodejs_active_resources_total',
            '{{process}} handles': 'nodejs_active_handles_total',
            '{{process}} requests': 'nodejs_active_requests_total',
          },
        },
        {
          title: 'The same by type',
          description: 'Which kind it is.',
          unit: 'none',
          queries: {
            '{{process}} {{type}} resources': 'nodejs_active_resources',
            '{{process}} {{type}} handles': 'nodejs_active_handles',
            '{{process}} {{type}} requests': 'nodejs_active_requests',
          },
        },
        {
          title: 'Running for',
          description: 'A saw is a process that keeps ending.',
          unit: 's',
          queries: { [BY_PROCESS]: 'time() - process_start_time_seconds' },
        },
        {
          title: 'Node.js',
          description: 'Processes by version.',
          unit: 'none',
          queries: { '{{version}}': 'count by (version) (nodejs_version_info)' },
        },
      ],
    },
  ],
};
