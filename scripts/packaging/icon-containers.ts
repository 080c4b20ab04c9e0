import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The type that an `.icns` file gives to a PNG of a size. */
const appleTypes: readonly (readonly [size: number, type: string])[] = [
  [32, 'ic11'],
  [64, 'ic12'],
  [128, 'ic07'],
  [256, 'ic08'],
  [512, 'ic09'],
  [1024, 'ic10'],
];

/** Windows shows 256 pixels at most. */
const windowsSizes = [16, 32, 48, 64, 128, 256];

/** Writes an icon for macOS. @param folder contains PNGs named by their size: `128x128.png` */
export function writeIcns(folder: string, file: string): void {
  const blocks = appleTypes.flatMap(([size, type]) => {
    const png = readPng(folder, size);
    return [Buffer.from(type, 'latin1'), uint32BE(png.length + 8), png];
  });
  const body = Buffer.concat(blocks);
  writeFileSync(file, Buffer.concat([Buffer.from('icns', 'latin1'), uint32BE(body.length + 8), body]));
}

/** Writes an icon for Windows. @param folder contains PNGs named by their size: `128x128.png` */
export function writeIco(folder: string, file: string): void {
  const images = windowsSizes.map((size) => ({ size, png: readPng(folder, size) }));
  const head = Buffer.alloc(6 + 16 * images.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(images.length, 4);
  let offset = head.length;
  images.forEach(({ size, png }, index) => {
    const at = 6 + 16 * index;
    // Zero means 256.
    head.writeUInt8(size % 256, at);
    head.writeUInt8(size % 256, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(png.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += png.length;
  });
  writeFileSync(file, Buffer.concat([head, ...images.map(({ png }) => png)]));
}

function readPng(folder: string, size: number): Buffer {
  return readFileSync(join(folder, `${size}x${size}.png`));
}

function uint32BE(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
