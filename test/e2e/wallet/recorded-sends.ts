import { readLines, recordingDir } from '@ledgergraph/recorded-node/recording';

/** A signed transaction that was sent to the recorded node. */
export interface RecordedSend {
  hex: string;
  /** The node's answer; undefined where it refused. */
  txid: string | undefined;
}

/** The transactions that were sent while `mempool-a` was recorded, by the recording's own words for them. */
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
