/** The authors of a text in a block after it: Markdown Annotations 0.1, which iA Writer reads (`books.md`, *Markdown with authors*). */
import { sha256 } from '#sha256';
import type { Spans, TextRange } from '../text/span.ts';
import { Characters } from './characters.ts';
import type { PathAuthor } from './exported-path.ts';

/** The text with its block. Text of agents that are not among `authors` has none. */
export function annotated(text: string, spans: Spans, authors: readonly PathAuthor[]): string {
  const characters = new Characters(text);
  const ranges = new Map<string, string[]>();
  let [reached, from] = [0, 0];
  for (const { agent, length } of spans) {
    reached += length;
    const to = characters.before(reached);
    // The author of a character is that of its first code unit.
    const own = ranges.get(agent) ?? [];
    if (to > from) own.push(rangeText(from, to - from));
    ranges.set(agent, own);
    from = to;
  }
  const lines = authors.flatMap((author) => {
    const own = ranges.get(author.id);
    return own === undefined || own.length === 0 ? [] : [`${keyOf(author)}: ${own.join(' ')}  \n`];
  });
  const hash = `Annotations: 0,${characters.count} SHA-256 ${sha256(text)}  \n`;
  return `${text}\n\n---\n${hash}${lines.join('')}...\n`;
}

function rangeText(from: number, length: number): string {
  return length === 1 ? `${from}` : `${from},${length}`;
}

/** With the id, by which the author is found again in the same grove, and after which a name may have commas. */
function keyOf({ id, name, type }: PathAuthor): string {
  const written = name.replace(/\s+/gu, ' ').replace(/[<>]/g, '').trim().replaceAll(':', '\\:');
  return `${type === 'human' ? '@' : '&'}${written} <${id}>`;
}

/** An author in a block. */
export interface AnnotatedAuthor {
  /** Empty if it is not given. */
  readonly name: string;
  /** Null if it is not given. */
  readonly id: string | null;
  readonly isHuman: boolean;
  /** In UTF-16 code units of the text, inside it. */
  readonly ranges: readonly TextRange[];
}

export type Annotations =
  | { readonly kind: 'none' }
  /** The text is not the one that the block speaks of. */
  | { readonly kind: 'changed' }
  | { readonly kind: 'read'; readonly text: string; readonly authors: readonly AnnotatedAuthor[] };

const DASHES = '\n---\n';
const HASH_LINE = /^[^:]+:[ \t]*(\d{1,15})(?:,(\d{1,15}))?[ \t]+SHA-256[ \t]+([\da-f]{32,64})[ \t]*$/i;

/** Reads the block at the end of a file. @param file normalised (`normaliseText`) */
export function readAnnotations(file: string): Annotations {
  const end = file.trimEnd();
  const start = end.endsWith('\n...') ? end.lastIndexOf(DASHES) : -1;
  if (start < 0) return { kind: 'none' };
  const [first = '', ...others] = unfolded(end.slice(start + DASHES.length, -'\n...'.length));
  const [whole, at = '', count = '1', hash = ''] = HASH_LINE.exec(first) ?? [];
  if (whole === undefined) return { kind: 'none' };
  const body = file.slice(0, start + 1);
  const characters = new Characters(body);
  const covered = {
    from: characters.offsetOf(Number(at)),
    to: characters.offsetOf(Number(at) + Number(count)),
  };
  if (!sha256(body.slice(covered.from, covered.to)).startsWith(hash.toLowerCase()))
    return { kind: 'changed' };
  // Line ends after what is covered, such as an empty line, belong to the block; words are the text's.
  const isAll = body.slice(covered.to).trim() === '';
  const text = isAll ? body.slice(0, covered.to) : body.slice(0, -1);
  const authors = others.flatMap((line): readonly AnnotatedAuthor[] => {
    const author = readAuthor(line);
    if (author === null) return [];
    const ranges = author.ranges.flatMap(({ from, to }) => {
      const range = { from: characters.offsetOf(from), to: Math.min(text.length, characters.offsetOf(to)) };
      return range.from < range.to ? [range] : [];
    });
    return [{ ...author, ranges }];
  });
  return { kind: 'read', text, authors };
}

/** The annotations of a block, each in one line. */
function unfolded(block: string): readonly string[] {
  return block.replace(/\n {2,}(?=\S)/g, ' ').split('\n');
}

/** Its ranges are of characters; null if the line is no list of them. */
function readAuthor(line: string): AnnotatedAuthor | null {
  const [, kind, key = '', value = ''] = /^[ \t]*([@&])((?:\\:|[^:])*):(.*)$/.exec(line) ?? [];
  const ranges = value.split(/[ \t]+/).filter((range) => range !== '');
  if (kind === undefined || !ranges.every((range) => /^\d{1,15}(?:,\d{1,15})?$/.test(range))) return null;
  const [named = '', id = null] = /^([^<]*)(?:<([^>]*)>)?/.exec(key)?.slice(1) ?? [];
  return {
    // After a name without an id, a comma begins something else.
    name: (id === null ? named.replace(/,.*$/, '') : named).replaceAll('\\:', ':').trim(),
    id: id ?? null,
    isHuman: kind === '@',
    ranges: ranges.map((range) => {
      const [from = 0, length = 1] = range.split(',').map(Number);
      return { from, to: from + length };
    }),
  };
}
