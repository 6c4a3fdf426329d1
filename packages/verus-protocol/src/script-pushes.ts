const OP_PUSHDATA1 = 0x4c;
const OP_PUSHDATA4 = 0x4e;
const OP_1 = 0x51;
const OP_16 = 0x60;

/** Null where the opcode pushes none. */
export interface ScriptStep {
  opcode: number;
  data: Uint8Array | null;
}

/** As script.h:GetOp2 and script.cpp:GetBalancedData: 0 and 1 to 16 push one byte. @returns undefined where the script is cut off */
export function readSteps(script: Uint8Array): ScriptStep[] | undefined {
  const steps: ScriptStep[] = [];
  let offset = 0;
  while (offset < script.length) {
    const opcode = script[offset] ?? 0;
    offset += 1;
    if (opcode === 0) steps.push({ opcode, data: Uint8Array.of(0) });
    else if (opcode <= OP_PUSHDATA4) {
      const width = opcode < OP_PUSHDATA1 ? 0 : 1 << (opcode - OP_PUSHDATA1);
      const length = width === 0 ? opcode : readLength(script, offset, width);
      const start = offset + width;
      if (start + length > script.length) return undefined;
      steps.push({ opcode, data: script.subarray(start, start + length) });
      offset = start + length;
    } else steps.push({ opcode, data: opcode >= OP_1 && opcode <= OP_16 ? Uint8Array.of(opcode - OP_1 + 1) : null });
  }
  return steps;
}

function readLength(script: Uint8Array, offset: number, width: number): number {
  if (offset + width > script.length) return Number.POSITIVE_INFINITY;
  let length = 0;
  for (let index = width - 1; index >= 0; index -= 1) length = length * 256 + (script[offset + index] ?? 0);
  return length;
}
