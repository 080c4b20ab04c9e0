import type { AgentId } from '../ids.ts';
import { escapeHtml } from './escape-html.ts';
import type { ExportedPath, PathAuthor } from './exported-path.ts';

/** One author of the text, as listed in the legend of the page. */
export interface LegendEntry {
  readonly name: string;
  /** What kind of author: the writer, a person, or which model. */
  readonly description: string;
  /** The CSS class of their text; null for the writer, whose text has the ink colour. */
  readonly className: string | null;
  /** A colour from the palette. */
  readonly colour: string | null;
  /** Counts the authors that have a class, from 0. It determines the underline; the first ten differ. */
  readonly order: number;
}

/**
 * The style of each author and the legend, with authors in order of appearance; both are empty without
 * `authorship`.
 */
export function styleAuthors({ spans, authors, writerId }: ExportedPath, authorship: boolean) {
  const styles = new Map<AgentId, { readonly name: string; readonly title: string }>();
  const legend: LegendEntry[] = [];
  if (!authorship) return { styles, legend };
  const known = new Map(authors.map((author) => [author.id, author]));
  for (const id of new Set(spans.map(({ agent }) => agent))) {
    const author = known.get(id);
    const name = author?.name ?? 'Someone';
    const isWriter = id === writerId;
    const order = styles.size;
    const className = isWriter ? null : `author-${order + 1}`;
    if (className !== null) styles.set(id, { name: className, title: escapeHtml(name) });
    legend.push({
      name,
      description: describeAuthor(author, isWriter),
      className,
      colour: author?.color ?? null,
      order,
    });
  }
  return { styles, legend };
}

function describeAuthor(author: PathAuthor | undefined, isWriter: boolean): string {
  if (isWriter) return 'the writer, as plain text';
  if (author?.type !== 'model') return 'a person';
  return author.modelRef === null ? 'a model' : `a model, ${author.modelRef}`;
}
