/** Names an output among those of a chain. */
export function outpointKey({ txid, vout }: { txid: string; vout: number }): string {
  return `${txid}:${vout}`;
}
