/** The help pages' marks. The pages themselves are in `ui-text/help/`. */

type HelpGoal = 'settings' | 'help' | 'command';

/** A piece of a line. Of a key, `text` is a command's id or the name of a key that cannot be changed. */
export type HelpInline =
  | { readonly kind: 'text' | 'term' | 'state' | 'code' | 'key'; readonly text: string }
  | {
      readonly kind: 'link';
      readonly text: string;
      readonly to: HelpGoal;
      /** The section, the page or the command. */
      readonly name: string;
    };

export interface HelpBlock {
  readonly kind: 'paragraph' | 'list';
  /** Its lines; a paragraph has one. */
  readonly lines: readonly (readonly HelpInline[])[];
}

export interface HelpSection {
  /** Empty before the first section and after the last. */
  readonly title: string;
  readonly blocks: readonly HelpBlock[];
}

/**
 * Reads a page: `## ` begins a section and `---` ends the last one; blank lines divide paragraphs and lists, whose items
 * begin with `- `. In a line, `{path.parent}` is a command's key and `{Enter}` a fixed one, `*term*` is emphasised,
 * `**state**` is strong, `|code|` is code, and `[words](help:keys)` leads to another page, to a section of the settings or to a
 * command.
 */
export function readHelp(page: string): readonly HelpSection[] {
  const [before = '', ...rest] = page.trim().split(/^## /mu);
  const sections = rest.map((text) => {
    const end = text.indexOf('\n');
    return { title: text.slice(0, end), text: text.slice(end) };
  });
  const last = sections.pop() ?? { title: '', text: '' };
  const [within = '', after = ''] = last.text.split(/^---$/mu);
  return [
    { title: '', text: before },
    ...sections,
    { ...last, text: within },
    { title: '', text: after },
  ].map(({ title, text }) => ({ title, blocks: readBlocks(text) }));
}

function readBlocks(text: string): readonly HelpBlock[] {
  const paragraphs = text.split(/\n{2,}/u).filter((paragraph) => paragraph.trim() !== '');
  return paragraphs.map((paragraph) => {
    const [before = '', ...items] = paragraph.trim().split(/^- /mu);
    return items.length > 0
      ? { kind: 'list', lines: items.map(readInlines) }
      : { kind: 'paragraph', lines: [readInlines(before)] };
  });
}

const MARKS = /\{([^{}]+)\}|\*\*(.+?)\*\*|\*(.+?)\*|\|(.+?)\||\[(.+?)\]\((settings|help|command):(.+?)\)/gu;

function readInlines(item: string): readonly HelpInline[] {
  const line = item.trim().replaceAll(/\s+/gu, ' ');
  const inlines: HelpInline[] = [];
  let end = 0;
  const addText = (to: number) => {
    if (end < to) inlines.push({ kind: 'text', text: line.slice(end, to) });
  };
  for (const match of line.matchAll(MARKS)) {
    addText(match.index);
    inlines.push(readMark(match));
    end = match.index + match[0].length;
  }
  addText(line.length);
  return inlines;
}

function readMark([all, key, state, term, code, words, to, name]: readonly string[]): HelpInline {
  if (key !== undefined) return { kind: 'key', text: key };
  if (state !== undefined) return { kind: 'state', text: state };
  if (term !== undefined) return { kind: 'term', text: term };
  if (code !== undefined) return { kind: 'code', text: code };
  if (words === undefined || name === undefined || !isGoal(to)) return { kind: 'text', text: all ?? '' };
  return { kind: 'link', text: words, to, name };
}

function isGoal(to: string | undefined): to is HelpGoal {
  return to === 'settings' || to === 'help' || to === 'command';
}
