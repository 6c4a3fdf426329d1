export interface LocalRole {
  name: string;
  kind: 'gateway' | 'api' | 'indexer';
  /** Without a prefix. */
  env: Record<string, string>;
}
