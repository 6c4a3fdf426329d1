import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';

export interface RecordedSend {
  hex: string;
  /** undefined where the node refused. */
  txid: string | undefined;
}

/** By the recording's own words. */
export function readRecordedSends(): Map<string, RecordedSend> {
  const sends = new Map<string, RecordedSend>();
  let action = '';
  for (const line of readLines(recordingDir('mempool-a'), 'events.jsonl.gz')) {
    const event = JSON.parse(line);
    if (event.action !== undefined) action = event.action;
    else if (event.method === 'sendrawtransaction') sends.set(action, { hex: event.params[0], txid: event.result });
  }
  return sends;
}
