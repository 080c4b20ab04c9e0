/** Reading and writing the few forms of DER that time stamps are made of (ITU-T X.690). */

/** The tags that are read. */
export const TAG = {
  integer: 0x02,
  bytes: 0x04,
  null: 0x05,
  oid: 0x06,
  time: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** Fields `[0]` and `[1]` that hold others. */
  first: 0xa0,
  second: 0xa1,
} as const;

export interface DerElement {
  readonly tag: number;
  /** With its tag and length. */
  readonly whole: Buffer;
  readonly content: Buffer;
}

/** Reads the elements that bytes consist of, one after another. @throws {RangeError} if they are no DER */
export function readDer(bytes: Buffer): readonly DerElement[] {
  const elements: DerElement[] = [];
  for (let at = 0; at < bytes.length; ) {
    const tag = bytes[at] ?? 0;
    let length = bytes[at + 1] ?? 0x80;
    let from = at + 2;
    if (length >= 0x80) {
      const size = length - 0x80;
      // Indefinite lengths are not DER, and no time stamp has four gigabytes.
      if (size < 1 || size > 4 || from + size > bytes.length) throw new RangeError(`no length at ${at}`);
      length = bytes.readUIntBE(from, size);
      from += size;
    }
    const to = from + length;
    if ((tag & 0x1f) === 0x1f || to > bytes.length) throw new RangeError(`no element at ${at}`);
    elements.push({ tag, whole: bytes.subarray(at, to), content: bytes.subarray(from, to) });
    at = to;
  }
  return elements;
}

/** The parts of an element, the first of which have these tags. @throws {RangeError} if they have not */
export function partsOf(
  element: DerElement,
  tag: number,
  ...parts: readonly number[]
): readonly DerElement[] {
  if (element.tag !== tag) throw new RangeError(`${element.tag} is not ${tag}`);
  const found = readDer(element.content);
  parts.forEach((part, index) => {
    if (found[index]?.tag !== part) throw new RangeError(`part ${index} of ${tag} is not ${part}`);
  });
  return found;
}

/** An object identifier, as `1.2.840`. */
export function oidOf({ content }: DerElement): string {
  const numbers: number[] = [];
  let number = 0;
  for (const byte of content) {
    number = number * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    if (numbers.length > 0) numbers.push(number);
    else {
      const first = Math.min(2, Math.floor(number / 40));
      numbers.push(first, number - 40 * first);
    }
    number = 0;
  }
  return numbers.join('.');
}

/** Writes an element of less than 128 bytes. */
export function writeDer(tag: number, ...contents: readonly Buffer[]): Buffer {
  const content = Buffer.concat(contents);
  if (content.length >= 0x80) throw new RangeError('too long');
  return Buffer.concat([Buffer.from([tag, content.length]), content]);
}
