import { type Dashboard, quantile, rate } from './panel.ts';

const BATCHES = 'ledgergraph_indexer_batch_duration_seconds';
const DEPTHS = 'ledgergraph_indexer_reorg_depth_blocks';

/** Dashboard of indexing: from the node through the follower to every subgraph. */
export const indexingDashboard: Dashboard = {
  uid: 'ledgergraph-indexing',
  title: 'Ledgergraph: indexing',
  rows: [
    {
      title: 'Chains',
      panels: [
        {
          title: 'Stalled',
          description: '1: something had work for three block times and did none of it.',
          unit: 'none',
          queries: { '{{chain}}': 'max by (chain) (ledgergraph_chain_stalled)' },
        },
        {
          title: 'Stuck for',
          description: 'By the part that is stuck: a subgraph, the follower, or node while none answers.',
          unit: 's',
          queries: { '{{chain}} {{part}}': 'max by (chain, part) (ledgergraph_stalled_seconds)' },
        },
        {
          title: 'Blocks behind the node',
          description: 'Between the tip of the node and what queries read.',
          unit: 'none',
          queries: { '{{chain}}': 'max by (chain) (ledgergraph_blocks_behind)' },
        },
        {
          title: 'Blocks behind, by subgraph',
          description: 'The slowest one decides what queries read.',
          unit: 'none',
          queries: { '{{chain}} {{subgraph}}': 'max by (chain, subgraph) (ledgergraph_subgraph_lag_blocks)' },
        },
        {
          title: 'Behind since, by subgraph',
          description: 'How long it has had blocks to apply; 0: it has them all.',
          unit: 's',
          queries: { '{{chain}} {{subgraph}}': 'max by (chain, subgraph) (ledgergraph_subgraph_lag_seconds)' },
        },
        {
          title: 'Height, by subgraph',
          description: 'Highest block of the main chain that it has applied.',
          unit: 'none',
          queries: { '{{chain}} {{subgraph}}': 'min by (chain, subgraph) (ledgergraph_subgraph_height)' },
        },
        {
          title: 'Age of the newest block',
          description:
            'By the block’s own clock. Old while nothing is stalled: the chain is quiet, or all our nodes stand still.',
          unit: 's',
          queries: { '{{chain}}': 'min by (chain) (ledgergraph_tip_age_seconds)' },
        },
        {
          title: 'Chains followed',
          description: 'With the id under which the gateway’s metrics name them, and seconds between blocks.',
          unit: 'none',
          queries: {
            '{{chain}} {{chain_id}} {{block_time_seconds}}':
              'max by (chain, chain_id, block_time_seconds) (ledgergraph_chain_info)',
          },
        },
      ],
    },
    {
      title: 'Indexers',
      panels: [
        {
          title: 'Blocks applied',
          description: 'The blocks indexer takes them from the node, the others from it.',
          unit: 'ops',
          queries: { '{{process}} {{chain}}': rate('ledgergraph_indexer_blocks_applied_total', 'process, chain') },
        },
        {
          title: 'Time of a batch, 95 %',
          description: 'At the tip a batch is one block, in a backfill up to 200.',
          unit: 's',
          queries: { '{{process}} {{kind}}': quantile(0.95, BATCHES, 'process, kind') },
        },
        {
          title: 'Height applied',
          description: 'As each indexer says of itself.',
          unit: 'none',
          queries: { '{{process}} {{chain}}': 'max by (process, chain) (ledgergraph_indexer_height)' },
        },
        {
          title: 'Reorganisations in an hour',
          description: 'Each indexer follows each of them.',
          unit: 'none',
          queries: { '{{process}} {{chain}}': `sum by (process, chain) (increase(${DEPTHS}_count[1h]))` },
        },
        {
          title: 'Depth of reorganisations, mean',
          description: 'Blocks that were reverted.',
          unit: 'none',
          queries: {
            '{{process}} {{chain}}': `sum by (process, chain) (increase(${DEPTHS}_sum[1h])) / sum by (process, chain) (increase(${DEPTHS}_count[1h]))`,
          },
        },
        {
          title: 'Failed steps',
          description: 'Each is retried; nothing is skipped.',
          unit: 'ops',
          queries: { '{{process}} {{chain}}': rate('ledgergraph_indexer_failures_total', 'process, chain') },
        },
        {
          title: 'Failing for',
          description: 'How long the current step has kept failing. The log of the process says why.',
          unit: 's',
          queries: { '{{process}} {{chain}}': 'max by (process, chain) (ledgergraph_indexer_failing_seconds)' },
        },
      ],
    },
    {
      title: 'Nodes',
      panels: [
        {
          title: 'A usable node answers',
          description: '0: no node answers whose chain can be used, so nothing can tell whether there are new blocks.',
          unit: 'none',
          queries: { '{{chain}}': 'min by (chain) (ledgergraph_node_answers)' },
        },
        {
          title: 'Final blocks replaced',
          description: 'How long ago the chain last replaced blocks that were final; absent where it never did.',
          unit: 's',
          queries: { '{{chain}}': 'time() - max by (chain) (ledgergraph_finality_break_timestamp_seconds)' },
        },
        {
          title: 'Height of nodes',
          description: 'A node that is behind the others lags, or stands on a fork.',
          unit: 'none',
          queries: { '{{chain}} {{endpoint}}': 'ledgergraph_node_height' },
        },
        {
          title: 'Silent for',
          description: 'Since each node last answered well.',
          unit: 's',
          queries: { '{{chain}} {{endpoint}}': 'ledgergraph_node_silent_seconds' },
        },
        {
          title: 'Followed node',
          description: '1 for the one whose chain weighs most.',
          unit: 'none',
          queries: { '{{chain}} {{endpoint}}': 'ledgergraph_node_chosen' },
        },
        {
          title: 'Changes of the followed node',
          description: 'In an hour.',
          unit: 'none',
          queries: { '{{chain}}': 'sum by (chain) (increase(ledgergraph_node_switches_total[1h]))' },
        },
        {
          title: 'Failed questions to nodes',
          description: 'By the kind of error.',
          unit: 'ops',
          queries: { '{{endpoint}} {{kind}}': rate('ledgergraph_node_errors_total', 'endpoint, kind') },
        },
      ],
    },
    {
      title: 'Mempool',
      panels: [
        {
          title: 'Pending transactions',
          description: 'In the mempool of the followed node.',
          unit: 'none',
          queries: { '{{chain}}': 'max by (chain) (ledgergraph_mempool_transactions)' },
        },
        {
          title: 'Entered and left',
          description: 'By the reason. What a block holds leaves with the commit of the block and is not counted.',
          unit: 'ops',
          queries: { '{{chain}} {{change}}': rate('ledgergraph_mempool_changes_total', 'chain, change') },
        },
      ],
    },
  ],
};
