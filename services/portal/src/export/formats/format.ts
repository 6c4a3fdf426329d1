import type { Column, Row } from '#/export/export-list.ts';

/** Writes rows in one format. Nothing is kept but a bounded number of rows. */
export interface Encoder {
  /** Text or bytes that come before the first row. */
  begin(): string | Uint8Array;
  /** Text or bytes that can leave once these rows are known; it may be empty. */
  write(rows: readonly Row[]): string | Uint8Array;
  end(): string | Uint8Array;
}

export interface Format {
  /** As in `Accept`. */
  readonly mediaType: string;
  /** As in `Content-Type`. */
  readonly contentType: string;
  readonly extension: string;
  /** True if gzip makes it no smaller. */
  readonly isCompressed: boolean;
  open(columns: readonly Column[]): Encoder;
}
