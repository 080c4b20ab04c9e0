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
