/** A role of the stack, and how it is started. */
export interface LocalRole {
  /** Such as `markets-api`. */
  name: string;
  kind: 'gateway' | 'api' | 'indexer';
  /** Variables that it reads, without a prefix. */
  env: Record<string, string>;
}
