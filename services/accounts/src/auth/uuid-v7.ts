import { randomBytes, randomUUID } from 'node:crypto';

/** RFC 9562: 48 bits of time, 74 random bits. Rows made one after another lie together in their index. */
export function uuidV7(now: Date = new Date()): string {
  const bytes = randomBytes(16);
  bytes.writeUIntBE(now.getTime(), 0, 6);
  bytes[6] = 0x70 | (bytes.readUInt8(6) & 0x0f);
  bytes[8] = 0x80 | (bytes.readUInt8(8) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

/** The id of an invitation is the secret in a link, so it is entirely random. */
export function createId({ model }: { model: string }): string {
  return model === 'invitation' ? randomUUID() : uuidV7();
}
