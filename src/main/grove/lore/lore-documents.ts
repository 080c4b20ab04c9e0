import type { Draft } from '../../../core/buffer/draft.ts';
import { nodePieces, readStory, type Story } from '../../../core/context/story.ts';
import { documentSections, findSection } from '../../../core/documents/document-sections.ts';
import type { NodeId, TreeId } from '../../../core/ids.ts';
import type { LoreSource, LoreText } from '../../../core/lore/select-lore.ts';
import { findDraft } from '../../store/tables/drafts.ts';
import { listCurrentNames } from '../../store/tables/marks/names.ts';
import { getHead } from '../../store/tables/path-state.ts';
import { getTree, listLoreDocuments } from '../../store/tables/trees.ts';
import type { GroveScope } from '../grove-scope.ts';
import { readPathContext } from '../reading/path-context.ts';

type Scope = Pick<GroveScope, 'store' | 'writerId' | 'sessions' | 'feed' | 'signals'>;

/** The text of a document, as long as its tree and its draft stay as they are. */
interface KnownText {
  readonly draft: Draft | null;
  readonly story: Story;
  /** By address; null where there is no such section. */
  readonly parts: Map<string | null, LoreText | null>;
}

/** The entries of a document, as long as its settings, as the file has them, and its names stay as they are. */
interface KnownEntries {
  readonly settings: string;
  readonly names: string;
  readonly sources: readonly LoreSource[];
}

/** The entries of a grove's documents, as they are on the screen. A text is read when it is wanted, once until it changes. */
export class LoreDocuments {
  readonly #scope: Scope;
  readonly #texts = new Map<TreeId, KnownText>();
  readonly #documents = new Map<TreeId, KnownEntries>();
  #known: { readonly at: string; readonly sources: readonly LoreSource[] } | null = null;

  constructor(scope: Scope) {
    this.#scope = scope;
    scope.feed.onWritten(({ treeId }) => this.#texts.delete(treeId));
    scope.feed.onEverything((treeId) => this.#texts.delete(treeId));
    scope.signals.on('moved', () => this.#forget());
  }

  /** Every entry of a document that is not archived; the same list until something is written. */
  sources(): readonly LoreSource[] {
    const { store } = this.#scope;
    const at = `${store.externalWrites} ${store.head.seq}`;
    if (this.#known?.at === at) return this.#known.sources;
    const isElsewhere = this.#known?.at.startsWith(`${store.externalWrites} `) === false;
    if (isElsewhere) this.#texts.clear();
    const rows = listLoreDocuments(store);
    const names = rows.length === 0 ? new Map<TreeId, string[]>() : this.#names();
    const entries = rows.map((row) => this.#entriesOf(row, names.get(row.id) ?? []));
    const before = this.#known?.sources ?? [];
    const sources = entries.flatMap((one) => one.sources);
    const isSame =
      sources.length === before.length && sources.every((source, index) => source === before[index]);
    this.#known = { at, sources: isSame ? before : sources };
    return this.#known.sources;
  }

  /** The same as before while the document's settings and names are. */
  #entriesOf(
    { id, title, settings }: ReturnType<typeof listLoreDocuments>[number],
    names: readonly string[],
  ): KnownEntries {
    const key = [title, ...names].join('\n');
    const known = this.#documents.get(id);
    if (known !== undefined && known.settings === settings && known.names === key) return known;
    const { lore = [] } = getTree(this.#scope.store, id).settings;
    const sources = lore.map((entry, index): LoreSource => {
      const { part, keys = part === undefined ? names : namesOfPart(part) } = entry;
      const read = () => this.#read(id, part ?? null);
      return { treeId: id, title, entry: index, settings: entry, keys, read };
    });
    const entries = { settings, names: key, sources };
    this.#documents.set(id, entries);
    return entries;
  }

  #names(): ReadonlyMap<TreeId, readonly string[]> {
    const names = new Map<TreeId, string[]>();
    for (const { treeId, shown } of listCurrentNames(this.#scope.store))
      names.set(treeId, [...(names.get(treeId) ?? []), shown]);
    return names;
  }

  #read(treeId: TreeId, part: string | null): LoreText | null {
    const text = this.#textOf(treeId);
    const known = text.parts.get(part);
    if (known !== undefined) return known;
    const { story } = text;
    const whole = { from: 0, to: story.text.length };
    const range = part === null ? whole : findSection(documentSections(story.text), part);
    const read = range && textWithin(story, range.from, range.to);
    text.parts.set(part, read);
    return read;
  }

  #textOf(treeId: TreeId): KnownText {
    const { store, writerId, sessions } = this.#scope;
    // A draft that is only in the file has no session yet.
    const hasDraft = () => findDraft(store, treeId, writerId) !== undefined;
    const session = sessions.find(treeId) ?? (hasDraft() ? sessions.get(treeId) : undefined);
    const known = this.#texts.get(treeId);
    const draft = session?.draft ?? null;
    if (known !== undefined && known.draft === draft) return known;
    const edited = new Set<NodeId | null>(draft?.edits.map(({ nodeId }) => nodeId));
    // No node has the text of an edit yet.
    const nodes =
      session?.shown.contextNodes(null).map((node) => ({
        ...node,
        nodeId: edited.has(node.nodeId) ? null : node.nodeId,
      })) ?? readPathContext(store, treeId, writerId, getHead(store, treeId, writerId));
    const read = { draft, story: readStory(nodes), parts: new Map() };
    this.#texts.set(treeId, read);
    return read;
  }

  #forget(): void {
    this.#texts.clear();
    this.#documents.clear();
    this.#known = null;
  }
}

/** The words of a heading, from the address of its section. */
function namesOfPart(part: string): readonly string[] {
  return [...new Set([part, part.slice(part.lastIndexOf('/') + 1)])];
}

/** A part of a document without the white space around it. */
function textWithin(story: Story, from: number, to: number): LoreText {
  const whole = story.text.slice(from, to);
  const start = from + whole.length - whole.trimStart().length;
  const text = whole.trim();
  const parts = nodePieces(story, { from: start, to: start + text.length }).flatMap((piece) =>
    piece.source.kind === 'node' ? [{ ...piece.source, text: piece.text }] : [],
  );
  return { text, parts: parts.map(({ nodeId, from, to, text }) => ({ nodeId, from, to, text })) };
}
