/** Files that are not text, by their first bytes and, of an archive, by the names in it. */

export type DocumentKind =
  | 'pdf'
  | 'rtf'
  | 'word'
  | 'office'
  | 'openDocument'
  | 'pages'
  | 'epub'
  | 'archive'
  | 'card'
  | 'picture'
  | 'tapestry'
  | 'grove'
  | 'recording';

/** Length of the beginning and of the end that is read, in bytes. */
const LENGTH = 2 ** 14;

const BEGINNINGS: readonly (readonly [start: string, kind: DocumentKind])[] = [
  ['%PDF-', 'pdf'],
  ['{\\rtf', 'rtf'],
  ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'word'],
  ['SQLite format 3\0', 'grove'],
  ['\x89PNG\r\n', 'picture'],
  ['\xff\xd8\xff', 'picture'],
  ['GIF8', 'picture'],
  ['BM', 'picture'],
  ['II*\0', 'picture'],
  ['MM\0*', 'picture'],
  ['\x1f\x8b', 'archive'],
  ['7z\xbc\xaf', 'archive'],
  ['Rar!', 'archive'],
  ['ID3', 'recording'],
  ['OggS', 'recording'],
];

/** Kinds of archive, by the names of their files. */
const CONTENTS: readonly (readonly [name: RegExp, kind: DocumentKind])[] = [
  [/application\/epub\+zip|META-INF\/container\.xml/, 'epub'],
  [/application\/vnd\.oasis\.opendocument/, 'openDocument'],
  [/word\/document/, 'word'],
  [/xl\/workbook|ppt\/presentation/, 'office'],
  [/Index\/Document\.iwa/, 'pages'],
  [/card\.json/, 'card'],
];

/** Null for a possible text. */
export function recogniseDocument(bytes: Uint8Array): DocumentKind | null {
  const start = latin(bytes.subarray(0, LENGTH));
  if (start.includes('VersionedTapestryWeave__')) return 'tapestry';
  if (start.startsWith('PK\x03\x04')) {
    const names = `${start} ${latin(bytes.subarray(-LENGTH))}`;
    return CONTENTS.find(([name]) => name.test(names))?.[1] ?? 'archive';
  }
  if (/^RIFF....(?:WEBP|WAVE)/s.test(start)) return start.startsWith('WEBP', 8) ? 'picture' : 'recording';
  if (/^....ftyp/s.test(start)) return /^.{8}(?:hei|avif|mif1)/s.test(start) ? 'picture' : 'recording';
  const kind = BEGINNINGS.find(([beginning]) => start.startsWith(beginning))?.[1] ?? null;
  // Two letters may begin a text.
  if (start.startsWith('BM') && !start.includes('\0')) return null;
  return kind === 'picture' && /tEXt(?:chara|ccv3)\0/.test(start) ? 'card' : kind;
}

/** Each byte as a character. */
function latin(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
}
