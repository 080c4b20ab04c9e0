/** A commit as the changelog needs it. */
export interface Commit {
  /** The tag on this commit, such as `v0.1.0`; null without one. */
  readonly tag: string | null;
  /** The day of the commit, as `2026-11-22`. */
  readonly date: string;
  readonly body: string;
}

const HEADINGS = { BREAKING: 'Breaking changes', FEATURE: 'New', FIX: 'Fixed' } as const;
type Kind = keyof typeof HEADINGS;

interface Entry {
  readonly kind: Kind;
  readonly text: string;
}

/**
 * Formats the changelog as Markdown: a section per release, newest first, with its commits' messages to users, the
 * lines beginning with `FEATURE:`, `FIX:` or `BREAKING:` (house.md, *Commits*). A release without any has no section.
 *
 * @param commits newest first
 * @param version of the work since the last tag, from `package.json`
 */
export function formatChangelog(commits: readonly Commit[], version: string): string {
  const sections: string[] = [];
  let title = `${version} (not released)`;
  let entries: Entry[] = [];
  const close = () => {
    if (entries.length > 0) sections.push(formatSection(title, entries));
    entries = [];
  };
  for (const { tag, date, body } of commits) {
    if (tag !== null) {
      close();
      title = `${tag.replace(/^v/, '')} (${date})`;
    }
    entries.push(...readEntries(body));
  }
  close();
  return `${['# Changelog', ...sections].join('\n\n')}\n`;
}

function formatSection(title: string, entries: readonly Entry[]): string {
  const groups = Object.entries(HEADINGS).flatMap(([kind, heading]) => {
    const lines = entries.filter((entry) => entry.kind === kind).map(({ text }) => `- ${text}`);
    return lines.length === 0 ? [] : [`### ${heading}\n\n${lines.join('\n')}`];
  });
  return [`## ${title}`, ...groups].join('\n\n');
}

/** An entry runs from its keyword to the next one, or to the end of its paragraph. */
function readEntries(body: string): Entry[] {
  const pattern =
    /^(BREAKING|FEATURE|FIX):\s*([\s\S]*?)(?=\n\s*\n|\n(?:BREAKING|FEATURE|FIX):|$(?![\s\S]))/gm;
  return [...body.matchAll(pattern)].map(([, kind, text = '']) => ({
    kind: kind as Kind,
    text: asSentence(text.replaceAll(/\s+/g, ' ').trim()),
  }));
}

function asSentence(text: string): string {
  // A file's name keeps its spelling.
  const sentence = /^\S+\.\w/.test(text) ? text : text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}
