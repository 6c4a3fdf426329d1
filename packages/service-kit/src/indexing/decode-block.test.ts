import { create, type DescField, type DescMessage, fromBinary, ScalarType, toBinary } from '@bufbuild/protobuf';
import { BinaryWriter, WireType } from '@bufbuild/protobuf/wire';
import { type Block, BlockSchema } from '@ledgergraph/proto-schemas/chain/v1/block';
import { readNormalizedBlocks } from '@ledgergraph/test-kit/normalized-blocks';
import { decodeBlock } from './decode-block.ts';

/** Values that are easily got wrong, by the type of a field. */
const VALUES: Partial<Record<ScalarType, unknown[]>> = {
  [ScalarType.STRING]: ['ü€𝄞\0', 'x'.repeat(300)],
  [ScalarType.BYTES]: [new Uint8Array([0, 128, 255]), new Uint8Array(20_000).fill(7)],
  [ScalarType.BOOL]: [true],
  [ScalarType.UINT32]: [1, 127, 128, 2 ** 32 - 1],
  [ScalarType.INT32]: [-1, 2 ** 31 - 1, -(2 ** 31)],
  [ScalarType.INT64]: [-1n, 127n, 128n, 2n ** 49n, 2n ** 53n + 1n, 2n ** 63n - 1n, -(2n ** 63n)],
};

/** A message that has every field of its type, nested ones too, with the nth value of each. */
function fill(schema: DescMessage, nth: number): object {
  return create(schema, Object.fromEntries(schema.fields.map((field) => [field.localName, someValue(field, nth)])));
}

function someValue(field: DescField, nth: number): unknown {
  if (field.fieldKind === 'enum') return 1;
  if (field.fieldKind === 'list') {
    const { message, scalar } = field;
    const one = (index: number): unknown =>
      message === undefined ? pick(scalar ?? ScalarType.STRING, index) : fill(message, index);
    return [one(nth), one(nth + 1)];
  }
  return field.fieldKind === 'scalar' ? pick(field.scalar, nth) : undefined;
}

function pick(scalar: ScalarType, nth: number): unknown {
  const values = VALUES[scalar];
  if (values === undefined) throw new Error(`no values for fields of type ${ScalarType[scalar]}`);
  return values[nth % values.length];
}

test('every field of block.proto decodes as the library decodes it', () => {
  for (let nth = 0; nth < 8; nth += 1) {
    const encoded = toBinary(BlockSchema, fill(BlockSchema, nth) as Block);
    const decoded = decodeBlock(encoded);
    expect(decoded).toStrictEqual(fromBinary(BlockSchema, encoded));
    expect(Buffer.compare(toBinary(BlockSchema, decoded), encoded)).toBe(0);
  }
  expect(decodeBlock(new Uint8Array())).toStrictEqual(create(BlockSchema));
});

test('recorded blocks decode as the library decodes them, from any piece of memory and joined out of pieces', () => {
  for (const block of readNormalizedBlocks('pchain-a')) {
    const pieces = [
      toBinary(BlockSchema, { ...block, transactions: [] }),
      ...block.transactions.map((transaction) =>
        toBinary(BlockSchema, create(BlockSchema, { transactions: [transaction] })),
      ),
    ];
    const around = Buffer.concat([Buffer.from('before'), ...pieces, Buffer.from('after')]);
    const encoded = new Uint8Array(around.buffer, around.byteOffset + 6, around.length - 11);
    expect(Buffer.compare(toBinary(BlockSchema, decodeBlock(encoded)), toBinary(BlockSchema, block))).toBe(0);
  }
});

test('fields of a newer stream are passed over', () => {
  const later = new BinaryWriter();
  later.tag(100, WireType.Varint).int64(-5).tag(101, WireType.LengthDelimited).string('later');
  later.tag(102, WireType.Bit32).fixed32(1).tag(103, WireType.Bit64).fixed64(1);
  const encoded = Buffer.concat([later.finish(), toBinary(BlockSchema, create(BlockSchema, { height: 5 }))]);
  expect(decodeBlock(encoded)).toStrictEqual(create(BlockSchema, { height: 5 }));
});

test('bytes that are cut off, or are no message, are refused', () => {
  const encoded = toBinary(
    BlockSchema,
    create(BlockSchema, { transactions: [{ outputs: [{ script: new Uint8Array(9) }] }] }),
  );
  for (let length = 1; length < encoded.length; length += 1) {
    expect(() => decodeBlock(encoded.subarray(0, length))).toThrow(RangeError);
  }
  expect(() => decodeBlock(new Uint8Array(12).fill(255))).toThrow(RangeError);
  expect(() => decodeBlock(new Uint8Array([0x0b, 0x0c]))).toThrow(RangeError);
});
