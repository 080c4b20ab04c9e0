/** Links that stand in a text: `[[Title#Section|shown words]]` and its other forms (`documents.md`, *Links*). */
import { foldName } from '../documents/find-document.ts';
import type { LocalId } from '../ids.ts';
import { MAX_LINK_LENGTH, MAX_LINKS_IN_TEXT } from '../text/limits.ts';
import type { TextRange } from '../text/span.ts';
import type { Splice } from '../text/splice.ts';
import { findCode } from './code-ranges.ts';

/** Its range has the brackets, and the `!` of an embed. */
export interface TextLink extends TextRange {
  /** As typed, without spaces around it; empty for this tree. `^k3m9qp` is the tree whose root has that local id. */
  readonly name: string;
  /** The address of a section; null for none. */
  readonly section: string | null;
  /** Of a node of the tree; null for none. */
  readonly localId: LocalId | null;
  /** A part of that node's text; null for all of it. */
  readonly passage: TextRange | null;
  /** The range of the words that stand for the link: those after `|`, else its address. */
  readonly words: TextRange;
  readonly isEmbed: boolean;
}

const OPENING = '[[';
const LINK = new RegExp(
  String.raw`(?<!\\)(\\*)(!?)\[\[(?!\[)((?:(?!\[\[|\]\])[^\n]){1,${MAX_LINK_LENGTH}})\]\]`,
  'g',
);
const NODE = /^\^([0-9a-z]+)(?:@(\d{1,8})-(\d{1,8}))?$/i;
const ROOT = /^\^([0-9a-z]+)$/i;

/** The links of a text, in order. Code has none. Takes time linear in the text. */
export function findLinks(text: string): readonly TextLink[] {
  if (!text.includes(OPENING)) return [];
  const links: TextLink[] = [];
  const code = findCode(text);
  let next = 0;
  for (const match of text.matchAll(LINK)) {
    const link = readLink(match);
    if (link === null) continue;
    while ((code[next]?.to ?? text.length) <= link.from) next += 1;
    if (!isBrokenByCode(link, code, next) && links.push(link) === MAX_LINKS_IN_TEXT) break;
  }
  return links;
}

/** Null if it has no address, or a backslash before its bracket. */
function readLink({
  index,
  1: slashes = '',
  2: mark = '',
  3: inside = '',
}: RegExpExecArray): TextLink | null {
  const isEscaped = slashes.length % 2 === 1;
  if (isEscaped && mark === '') return null;
  const isEmbed = !isEscaped && mark !== '';
  const start = index + slashes.length + mark.length + OPENING.length;
  const to = start + inside.length + 2;
  // In the cell of a table the bar has a backslash.
  const [address = '', bar] = /^(.*?)(\\?\|)/.exec(inside)?.slice(1) ?? [inside];
  const shownFrom = bar === undefined ? start : start + address.length + bar.length;
  const [name = '', section] = splitAt(address, '#');
  const node = section === undefined ? null : NODE.exec(section.trim());
  const [, id, passageFrom, passageTo] = node ?? [];
  if (name.trim() === '' && (section ?? '').trim() === '') return null;
  const passage = { from: Number(passageFrom ?? 0), to: Number(passageTo ?? 0) };
  return {
    from: isEmbed ? start - OPENING.length - 1 : start - OPENING.length,
    to,
    name: name.trim(),
    section: id !== undefined || section === undefined || section.trim() === '' ? null : section.trim(),
    localId: id === undefined ? null : (id.toLowerCase() as LocalId),
    passage: passage.from < passage.to ? passage : null,
    words:
      bar !== undefined && shownFrom < to - 2
        ? { from: shownFrom, to: to - 2 }
        : { from: start, to: start + address.length },
    isEmbed,
  };
}

/** Code may be within a link, but not reach over one of its brackets. */
function isBrokenByCode(link: TextRange, code: readonly TextRange[], first: number): boolean {
  for (let index = first; (code[index]?.from ?? link.to) < link.to; index++) {
    const { from, to } = code[index] ?? link;
    if (from <= link.from || to > link.to - 2) return true;
  }
  return false;
}

function splitAt(text: string, separator: string): readonly [string, string?] {
  const at = text.indexOf(separator);
  return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
}

/** The local id of the root that a link's name stands for; null if it is a title or an alias. */
export function rootOfName(name: string): LocalId | null {
  const [, id] = ROOT.exec(name) ?? [];
  return id === undefined ? null : (id.toLowerCase() as LocalId);
}

/** The target of a link to write, and its words. */
export interface LinkParts {
  /** The tree's title or alias; null for the text that the link is in. */
  readonly name: string | null;
  /** The local id of that tree's root, in place of a name that a link cannot hold, or that means another tree. */
  readonly rootLocalId: LocalId;
  readonly isAmbiguous?: boolean;
  readonly section?: string;
  readonly localId?: LocalId;
  readonly passage?: TextRange;
  readonly words?: string;
}

/**
 * The text of a link. A name with `]]`, `|`, `#` or a backtick in it, or a backslash at its end, gives way to the local id of its tree, and is what is shown.
 * @returns null if no link can name the section
 */
export function writeLink(parts: LinkParts): string | null {
  const { rootLocalId, section, localId, passage } = parts;
  const name = parts.name?.trim() ?? null;
  const isByName = name !== null && parts.isAmbiguous !== true && isWritable(name, (link) => link.name);
  const words = parts.words ?? (name === null || isByName ? '' : name);
  const range = passage === undefined ? '' : `@${passage.from}-${passage.to}`;
  const node = localId === undefined ? '' : `#^${localId}${range}`;
  if (section !== undefined && !isWritable(`#${section}`, (link) => `#${link.section}`)) return null;
  const place = section === undefined ? node : `#${section}`;
  const tree = name === null && place !== '' ? '' : isByName ? name : `^${rootLocalId}`;
  const shown = inBrackets(words);
  return `[[${tree}${place}${shown === '' ? '' : `|${shown}`}]]`;
}

/** Words as a link can show them. */
function inBrackets(words: string): string {
  return words.replaceAll(/[[\]`\s]+/g, ' ').trim();
}

/** The text of a link as `writeLink` writes it, but showing these words, unless they are its address. */
export function showWords(link: string, words: string): string {
  const [address = ''] = /^[^|]*/.exec(link.slice(OPENING.length, -2)) ?? [];
  const shown = inBrackets(words);
  return shown === '' || shown === address ? `[[${address}]]` : `[[${address}|${shown}]]`;
}

/**
 * Gives a link the name that its tree has now; its section, its node and the words after `|` stay. A name that a link cannot hold
 * gives way to the local id, as in `writeLink`, and is what is shown unless there are other words.
 * @returns null if the link would be too long
 */
export function renameLink(
  text: string,
  { from, to, isEmbed }: TextLink,
  {
    name,
    rootLocalId,
    isAmbiguous,
  }: Pick<LinkParts, 'rootLocalId' | 'isAmbiguous'> & { readonly name: string },
): Splice | null {
  const start = from + OPENING.length + (isEmbed ? 1 : 0);
  const address = text.slice(start, to - 2);
  const [, old = '', place = '', bar] = /^(.*?)(#.*?)?(\\?\|.*)?$/.exec(address) ?? [];
  const written = writeLink({ name, rootLocalId, ...(isAmbiguous === true ? { isAmbiguous } : {}) });
  const [tree = '', words] = /^(.*?)(\|.*)?$/.exec(written?.slice(OPENING.length, -2) ?? '')?.slice(1) ?? [];
  const insert = words === undefined || bar !== undefined ? tree : `${tree}${place}${words}`;
  const end = start + old.length + (insert === tree ? 0 : place.length);
  if (to - from + insert.length - (end - start) > MAX_LINK_LENGTH) return null;
  return { from: start, to: end, insert };
}

/** Returns true if a link with this address is one wherever it stands, and `read` finds the address in it. */
function isWritable(address: string, read: (link: TextLink) => string): boolean {
  const text = `[[${address}]]`;
  const [link] = findLinks(text);
  return (
    link?.from === 0 &&
    link.to === text.length &&
    link.localId === null &&
    link.words.to === text.length - 2 &&
    foldName(read(link)) === foldName(address) &&
    rootOfName(link.name) === null &&
    !/`|\\$/.test(address)
  );
}
