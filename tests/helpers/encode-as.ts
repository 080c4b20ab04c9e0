import type { Encoding } from '../../src/core/exchange/encodings.ts';

/** The bytes of a text in an encoding of one or two bytes a character, or in UTF-16, which decoders alone know. */
export function encodeAs(text: string, encoding: Encoding): Uint8Array {
  if (encoding === 'utf-8') return Buffer.from(text);
  if (encoding === 'utf-16le') return Buffer.from(text, 'utf16le');
  if (encoding === 'utf-16be') return Buffer.from(text, 'utf16le').swap16();
  const bytes = bytesOf(encoding);
  return Uint8Array.from(
    [...text].flatMap((character) => {
      const own = bytes.get(character);
      if (own === undefined) throw new Error(`${encoding} has no ${character}`);
      return own;
    }),
  );
}

function bytesOf(encoding: Encoding): ReadonlyMap<string, readonly number[]> {
  const decoder = new TextDecoder(encoding);
  const found = new Map<string, readonly number[]>();
  const add = (...bytes: readonly number[]) => {
    const character = decoder.decode(Uint8Array.from(bytes));
    if ([...character].length === 1 && character !== '\ufffd' && !found.has(character))
      found.set(character, bytes);
  };
  for (let first = 0; first < 0x100; first++) add(first);
  for (let first = 0x81; first < 0xff; first++)
    for (let second = 0x40; second < 0xff; second++) add(first, second);
  return found;
}
