import type { Column, Row } from '#/export/export-list.ts';

/** Keeps only a bounded number of rows. */
export interface Encoder {
  begin(): string | Uint8Array;
  /** May be empty while rows are kept. */
  write(rows: readonly Row[]): string | Uint8Array;
  end(): string | Uint8Array;
}

export interface Format {
  readonly mediaType: string;
  readonly contentType: string;
  readonly extension: string;
  /** Gzip makes it no smaller. */
  readonly isCompressed: boolean;
  open(columns: readonly Column[]): Encoder;
}
