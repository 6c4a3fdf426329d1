import type { SchemaElement } from 'hyparquet';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';
import type { Column, ColumnKind, Row } from '#/export/export-list.ts';
import type { Cell } from '#/gateway/values.ts';
import type { Encoder, Format } from './format.ts';

export const GROUP_ROWS = 10_000;

type Form = Omit<SchemaElement, 'name'>;

/** Sixteen bytes hold each amount of the protocol with eight decimals. */
const FORMS: Readonly<Record<ColumnKind, Form>> = {
  text: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  integer: { type: 'INT64' },
  number: { type: 'DOUBLE' },
  amount: { type: 'FIXED_LEN_BYTE_ARRAY', type_length: 16, converted_type: 'DECIMAL', scale: 8, precision: 38 },
  // Without a logical type Arrow takes a time for one of no zone.
  time: {
    type: 'INT64',
    converted_type: 'TIMESTAMP_MILLIS',
    logical_type: { type: 'TIMESTAMP', isAdjustedToUTC: true, unit: 'MILLIS' },
  },
  boolean: { type: 'BOOLEAN' },
};

const TO_STORED: Readonly<Record<ColumnKind, (cell: NonNullable<Cell>) => unknown>> = {
  text: String,
  integer: (cell) => BigInt(cell),
  number: Number,
  // A bigint is stored as it is, in the smallest unit.
  amount: (cell) => BigInt(String(cell).replace('.', '')),
  time: (cell) => new Date(String(cell)),
  boolean: Boolean,
};

export const parquet: Format = {
  mediaType: 'application/vnd.apache.parquet',
  contentType: 'application/vnd.apache.parquet',
  extension: 'parquet',
  isCompressed: true,
  open: (columns) => new ParquetEncoder(columns),
};

class ParquetEncoder implements Encoder {
  readonly #columns: readonly Column[];
  readonly #bytes = new ByteWriter();
  readonly #writer: ParquetWriter;
  #rows: Row[] = [];

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    const elements = columns.map(({ name, kind }) => ({ name, repetition_type: 'OPTIONAL' as const, ...FORMS[kind] }));
    const schema: SchemaElement[] = [{ name: 'root', num_children: columns.length }, ...elements];
    this.#writer = new ParquetWriter({ writer: this.#bytes, schema, createdBy: 'ledgergraph' });
  }

  begin(): Uint8Array {
    return this.#take();
  }

  write(rows: readonly Row[]): Uint8Array {
    for (const row of rows) {
      this.#rows.push(row);
      if (this.#rows.length === GROUP_ROWS) this.#writeGroup();
    }
    return this.#take();
  }

  end(): Uint8Array {
    if (this.#rows.length > 0) this.#writeGroup();
    void this.#writer.finish();
    return this.#take();
  }

  #writeGroup(): void {
    const rows = this.#rows;
    this.#rows = [];
    const columnData = this.#columns.map(({ name, kind }, index) => {
      const toStored = TO_STORED[kind];
      const stored = (cell: Cell | undefined) => (cell === null || cell === undefined ? null : toStored(cell));
      return { name, data: rows.map((row) => stored(row[index])), offsetIndex: false };
    });
    void this.#writer.write({ columnData, rowGroupSize: GROUP_ROWS });
  }

  #take(): Uint8Array {
    const taken = this.#bytes.getBytes().slice();
    this.#bytes.index = 0;
    return taken;
  }
}
