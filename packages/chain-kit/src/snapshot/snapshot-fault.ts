/** The message is for the operator. Trying again does not help. */
export class SnapshotFault extends Error {
  override name = 'SnapshotFault';
}

/** A database, a node, or the snapshot's place does not answer. Trying again may help. */
export class SourceAway extends Error {
  override name = 'SourceAway';
}
