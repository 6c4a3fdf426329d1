/** Apollo's gateway otherwise reports to its maker when it starts, and searches the network for a cloud to report from. */
export function disableApolloTelemetry(): void {
  process.env.APOLLO_TELEMETRY_DISABLED = '1';
}
