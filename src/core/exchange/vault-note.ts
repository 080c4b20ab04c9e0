/** A document as a note of Obsidian (`books.md`, *Folders*). */
import { findLinks, type TextLink } from '../links/text-links.ts';

/** The target of a link: a note, or a section of it. */
export interface NoteTarget {
  /** Of its file, without the extension. */
  readonly name: string;
  /** Of the section, each within the one before; none for the whole note. */
  readonly headings: readonly string[];
  /** Stand for the link where it has no words that people could read. */
  readonly title: string;
}

/** Facts of a note that stand before its text. */
export interface NoteFacts {
  readonly aliases: readonly string[];
  readonly tags: readonly string[];
}

/** UTF-16 code units before a link that tell whether it is in a table. */
const LOOK_BACK = 1_000;

/** Characters that no link of Obsidian can hold. */
const NOT_IN_LINKS = /[[\]#^|]+/gu;

/** A title as the name of a note, before it is made safe as a file's. */
export function noteTitle(title: string): string {
  return title.replace(NOT_IN_LINKS, ' ');
}

/** @param findTarget null for a link that stays as it is */
export function vaultNote(
  text: string,
  facts: NoteFacts,
  findTarget: (link: TextLink) => NoteTarget | null,
): string {
  let at = 0;
  const parts: string[] = [];
  for (const link of findLinks(text)) {
    const target = findTarget(link);
    if (target === null) continue;
    parts.push(text.slice(at, link.from), linkTo(text, link, target));
    at = link.to;
  }
  parts.push(text.slice(at));
  return withFrontMatter(parts.join(''), facts);
}

function linkTo(text: string, link: TextLink, { name, headings, title }: NoteTarget): string {
  const opening = link.isEmbed ? '![[' : '[[';
  const inside = text.slice(link.from + opening.length, link.to - 2);
  const [, typed = inside, bar] = /^(.*?)(\\?\|)/.exec(inside) ?? [];
  const address = [name, ...headings.map(headingAddress)].join('#');
  if (address === typed.trim()) return text.slice(link.from, link.to);
  const isById = link.localId !== null || link.name.startsWith('^');
  const words = bar !== undefined || !isById ? text.slice(link.words.from, link.words.to).trim() : title;
  // In the cell of a table the bar has a backslash.
  const before = text.slice(Math.max(0, link.from - LOOK_BACK), link.from);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const separator = bar ?? (line.replace(/\[\[.*?\]\]/g, '').includes('|') ? '\\|' : '|');
  return `${opening}${address}${separator}${words.replace(/[[\]|]+/g, ' ')}]]`;
}

/** A heading as links of Obsidian have it. */
function headingAddress(heading: string): string {
  return heading
    .replace(/[#|^:%[\]\\]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

function withFrontMatter(text: string, facts: NoteFacts): string {
  const own = /^---\n(?:.*\n)*?---(?:\n|$)/.exec(text)?.[0] ?? null;
  const added = Object.entries(facts).flatMap(([key, values]: readonly [string, readonly string[]]) => {
    const isThere = own !== null && new RegExp(`^${key}:`, 'm').test(own);
    // A string of JSON is one of YAML.
    return values.length === 0 || isThere
      ? []
      : [`${key}:\n`, ...values.map((value) => `  - ${JSON.stringify(value)}\n`)];
  });
  if (added.length === 0) return text;
  return own === null
    ? `---\n${added.join('')}---\n${text}`
    : `---\n${added.join('')}${text.slice('---\n'.length)}`;
}

/** A tag as Obsidian can have it: without spaces and signs, and not only of digits. Null if nothing is left. */
export function vaultTag(name: string): string | null {
  const levels = name
    .split('/')
    .map((level) =>
      level.replace(/[^\p{L}\p{M}\p{N}\p{Extended_Pictographic}_-]+/gu, '-').replace(/^-+|-+$/g, ''),
    );
  const tag = levels.filter((level) => level !== '').join('/');
  if (tag === '') return null;
  return /^[\p{N}/]+$/u.test(tag) ? `_${tag}` : tag;
}
