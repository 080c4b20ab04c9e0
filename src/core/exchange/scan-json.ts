/** The beginning of a text of JSON, or of JSON Lines, as far as it can be read without the rest. */
export interface JsonStart {
  /** The keys of objects: the keys to each, `[]` for an item of a list, with a line end between two. */
  readonly keys: ReadonlySet<string>;
  /** How short strings begin, by their keys. */
  readonly strings: ReadonlyMap<string, string>;
}

/** How much of a string is kept, in UTF-16 code units. */
const KEPT = 64;
/** Keys below more are not noted. */
const DEEPEST = 6;

const TOKEN = /\s*(?:([{}[\],:])|"((?:[^"\\\n]|\\[^\n])*)(?:"|$)|(-?\d[\d.eE+-]*|true|false|null)(?![\w.]))/y;

interface Open {
  readonly isList: boolean;
  /** Of the value that is being read. */
  key: string;
  /** What may come next. */
  expects: 'key' | 'colon' | 'value' | 'end';
}

/**
 * Reads the beginning of a text as JSON; null if it is not, or has no object in it.
 * @param isCut the text goes on
 */
export function scanJson(text: string, isCut: boolean): JsonStart | null {
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
