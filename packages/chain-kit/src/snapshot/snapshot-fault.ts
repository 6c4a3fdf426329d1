/** A snapshot, or what it is used on, cannot be used. The message is for the operator. Trying again does not help. */
export class SnapshotFault extends Error {
  override name = 'SnapshotFault';
}

/** A database, a node, or the place that a snapshot is read from does not answer as it should. Trying again may help. */
export class SourceAway extends Error {
  override name = 'SourceAway';
}
