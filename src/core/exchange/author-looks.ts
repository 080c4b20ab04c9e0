import type { AgentId } from '../ids.ts';
import { escapeHtml } from './escape-html.ts';
import type { ExportedPath, PathAuthor } from './exported-path.ts';

/** One author of the text, as the page names them. */
export interface LegendEntry {
  readonly name: string;
  /** What they are: the writer, a person, a model and which. */
  readonly what: string;
  /** The class of their text; null for the writer's, which is ink. */
  readonly look: string | null;
  /** A colour of the palette. */
  readonly colour: string | null;
  /** Counts those who have a look, from 0: no two have the same line under their text before ten have one. */
  readonly order: number;
}

/** What marks the text of each author, and the authors in the order in which they come; without authorship nothing. */
export function authorLooks({ spans, authors, writerId }: ExportedPath, authorship: boolean) {
  const looks = new Map<AgentId, { readonly name: string; readonly title: string }>();
  const legend: LegendEntry[] = [];
  if (!authorship) return { looks, legend };
  const known = new Map(authors.map((author) => [author.id, author]));
  for (const id of new Set(spans.map(({ agent }) => agent))) {
    const author = known.get(id);
    const name = author?.name ?? 'Someone';
    const isWriter = id === writerId;
    const order = looks.size;
    const look = isWriter ? null : `author-${order + 1}`;
    if (look !== null) looks.set(id, { name: look, title: escapeHtml(name) });
    legend.push({ name, what: whatIs(author, isWriter), look, colour: author?.color ?? null, order });
  }
  return { looks, legend };
}

function whatIs(author: PathAuthor | undefined, isWriter: boolean): string {
  if (isWriter) return 'the writer, as plain text';
  if (author?.type !== 'model') return 'a person';
  return author.modelRef === null ? 'a model' : `a model, ${author.modelRef}`;
}
