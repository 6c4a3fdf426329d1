/** Without the installation's prefix: proto-schemas/README.md. */
export const SUBJECTS = {
  newBlock: 'chain.v1.new-block',
  progress: 'chain.v1.progress',
  tipMoved: 'chain.v1.tip-moved',
  blockMissed: 'chain.v1.block-missed',
  keyChanged: 'accounts.v1.key-changed',
  teamChanged: 'accounts.v1.team-changed',
  quotaWanted: 'accounts.v1.quota-wanted',
  callsAdmitted: 'gateway.v1.calls-admitted',
} as const;

export type Subject = (typeof SUBJECTS)[keyof typeof SUBJECTS];
