/** Files of other programs that decode as text but are none: saves, chats, cards, lore, web pages. */
export type SaveKind =
  | 'aspenTree'
  | 'aspenHistory'
  | 'pyloom'
  | 'loomsidian'
  | 'exoloom'
  | 'wool'
  | 'logitloom'
  | 'helm'
  | 'miniloom'
  | 'mikupad'
  | 'koboldAi'
  | 'sillyTavern'
  | 'card'
  | 'lorebook'
  | 'novelAi'
  | 'chatGpt'
  | 'claude'
  | 'messages'
  | 'json'
  | 'webPage'
  | 'xml';

/** Length of a file that is read, in UTF-16 code units. */
const SAVE_LENGTH = 2 ** 16;

/** The keys that a format is recognised by, each list being enough; `[]` is an item of a list. */
const KEYS: readonly (readonly [kind: SaveKind, ...alternatives: readonly (readonly string[])[]])[] = [
  ['aspenHistory', ['slug', 'dimension']],
  ['miniloom', ['loomTree', 'loomTree.nodeStore']],
  ['exoloom', ['loomType']],
  ['wool', ['focused_node_id']],
  ['logitloom', ['isLogitLoomTreeVersion']],
  ['helm', ['rootId', 'currentNodeId']],
  ['novelAi', ['storyContainerVersion'], ['scenarioVersion']],
  ['lorebook', ['lorebookVersion'], ['[].keys', '[].entry'], ['[].keys', '[].value']],
  ['chatGpt', ['[].mapping'], ['mapping', 'current_node']],
  ['claude', ['[].chat_messages'], ['chat_messages']],
  ['sillyTavern', ['mes'], ['[].mes'], ['chat_metadata']],
  ['koboldAi', ['gamestarted', 'prompt'], ['actions', 'prompt'], ['file_version', 'actions']],
  ['card', ['first_mes']],
  ['pyloom', ['root.children'], ['text', 'children'], ['[].text', '[].children']],
  ['loomsidian', ['nodes', 'current']],
  ['messages', ['[].role', '[].content'], ['messages.[].role'], ['[].messages.[].role'], ['role', 'content']],
];

/** Recognises a save of another program by its beginning; null for a text. */
export function recogniseSave(text: string): SaveKind | null {
  const start = text.slice(0, SAVE_LENGTH).trimStart();
  if (/^(?:<!doctype html|<html)[\s>]/i.test(start)) return 'webPage';
  if (/^<\?xml[\s?]/i.test(start)) return 'xml';
  if (!/^[[{]/.test(start)) return null;
  const json = scanJson(start, text.length > SAVE_LENGTH);
  return json === null ? null : kindOfJson(json);
}

function kindOfJson({ keys, strings }: JsonStart): SaveKind {
  if (strings.get('format')?.startsWith('aspen-tree-') === true) return 'aspenTree';
  const spec = strings.get('spec') ?? '';
  if (spec.startsWith('chara_card')) return 'card';
  if (spec.startsWith('lorebook')) return 'lorebook';
  const has = (path: string) => keys.has(path.replaceAll('.', '\n'));
  const known = KEYS.find(([, ...alternatives]) => alternatives.some((all) => all.every(has)));
  if (known !== undefined) return known[0];
  const some = (path: RegExp) => [...keys].some((key) => path.test(key));
  if (some(/^state\n[^\n]*\n(?:nodes|current)$/)) return 'loomsidian';
  if (some(/^entries\n[^\n]*\n(?:keys?|content)$/)) return 'lorebook';
  // Each value is JSON in a string.
  return /^(?:\[|\\")/.test(strings.get('prompt') ?? '') ? 'mikupad' : 'json';
}

/** The beginning of a text of JSON, or of JSON Lines, as far as it can be read without the rest. */
interface JsonStart {
  /** The keys of objects: the keys to each, `[]` for an item of a list, with a line end between two. */
  readonly keys: ReadonlySet<string>;
  /** Beginnings of short strings, by key. */
  readonly strings: ReadonlyMap<string, string>;
}

/** Length of a string that is kept, in UTF-16 code units. */
const KEPT = 64;
/** Keys below more are not noted. */
const DEEPEST = 6;

const TOKEN = /\s*(?:([{}[\],:])|"((?:[^"\\\n]|\\[^\n])*)(?:"|$)|(-?\d[\d.eE+-]*|true|false|null)(?![\w.]))/y;

interface Open {
  readonly isList: boolean;
  /** The key of the current value. */
  key: string;
  /** The next token expected. */
  expects: 'key' | 'colon' | 'value' | 'end';
}

/** Reads the beginning of a text as JSON; null if it is not, or has no object in it. @param isCut the text continues */
function scanJson(text: string, isCut: boolean): JsonStart | null {
  const keys = new Set<string>();
  const strings = new Map<string, string>();
  const open: Open[] = [];
  for (let at = 0; at < text.length; ) {
    TOKEN.lastIndex = at;
    const [whole, mark, string, word] = TOKEN.exec(text) ?? [];
    if (whole === undefined) {
      if (text.slice(at).trim() === '') break;
      // Only the last word may be cut.
      if (isCut && text.length - at < 8) break;
      return null;
    }
    at += whole.length;
    const top = open.at(-1);
    const isValue = string !== undefined || word !== undefined || mark === '{' || mark === '[';
    if (top === undefined) {
      // Words and strings alone are no data.
      if (mark !== '{' && mark !== '[') return null;
    } else if (!top.isList && top.expects === 'key' && string !== undefined) {
      top.key = string;
      top.expects = 'colon';
      if (open.length <= DEEPEST) keys.add(pathOf(open));
      continue;
    } else if (top.expects === 'colon' && mark === ':') {
      top.expects = 'value';
      continue;
    } else if (isValue && (top.expects === 'value' || (top.isList && top.expects === 'key'))) {
      if (string !== undefined && open.length <= DEEPEST) strings.set(pathOf(open), string.slice(0, KEPT));
      top.expects = 'end';
    } else if (mark === ',' && top.expects === 'end') {
      top.expects = top.isList ? 'value' : 'key';
      continue;
    } else if (mark === (top.isList ? ']' : '}') && (top.expects === 'end' || top.expects === 'key')) {
      open.pop();
      continue;
    } else return null;
    if (mark === '{') open.push({ isList: false, key: '', expects: 'key' });
    if (mark === '[') open.push({ isList: true, key: '[]', expects: 'key' });
  }
  return keys.size === 0 ? null : { keys, strings };
}

function pathOf(open: readonly Open[]): string {
  return open.map(({ key }) => key).join('\n');
}

/** Files that are not text, told by their first bytes and, of an archive, by the names in it. */
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
const DOCUMENT_LENGTH = 2 ** 14;

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
  const start = latin(bytes.subarray(0, DOCUMENT_LENGTH));
  if (start.includes('VersionedTapestryWeave__')) return 'tapestry';
  if (start.startsWith('PK\x03\x04')) {
    const names = `${start} ${latin(bytes.subarray(-DOCUMENT_LENGTH))}`;
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

/** Features of other programs' notes that are plain text here. */
export interface NoteMarks {
  /** The names in the front matter, in order; null without any. */
  readonly frontMatter: readonly string[] | null;
  /** Number of `[[links]]`. */
  readonly links: number;
}

const FRONT_MATTER = /^---[ \t]*\n((?:(?!---[ \t]*(?:\n|$))[^\n]*\n){0,200})---[ \t]*(?:\n|$)/;
const LINK = /\[\[[^[\]\n]{1,500}\]\]/g;

/** @param text normalised (`normaliseText`) */
export function noteMarks(text: string): NoteMarks {
  const names = [...(FRONT_MATTER.exec(text)?.[1] ?? '').matchAll(/^([\w-]+):(?:\s|$)/gm)];
  return {
    frontMatter: names.length === 0 ? null : names.map(([, name = '']) => name),
    links: [...text.matchAll(LINK)].length,
  };
}
