import type { ContextNode } from '../../../core/context/story.ts';
import type { PositionId } from '../../../core/ids.ts';
import {
  LORE_SCAN,
  LORE_SCAN_MESSAGES,
  type LoreBook,
  type LoreEntry,
} from '../../../core/lore/lore-entry.ts';
import type { LoreTrial } from '../../../core/lore/lore-verdict.ts';
import { type ScannedText, scanText } from '../../../core/lore/scanned-text.ts';
import {
  type CompiledLore,
  compileLore,
  type LoreSelection,
  type LoreSource,
  loreBudget,
  selectLore,
} from '../../../core/lore/select-lore.ts';
import type { TextRange } from '../../../core/text/span.ts';
import type { LoomTree } from '../../../core/tree/loom-tree.ts';
import { listTreeTags } from '../../store/tables/marks/tag-assignments.ts';
import { getHead } from '../../store/tables/path-state.ts';
import { getTree } from '../../store/tables/trees.ts';
import { findHidingBases } from '../../store/tree/hidden-splits.ts';
import { listPositionsTo } from '../../store/tree/lineage.ts';
import { sqlTree } from '../../store/tree/sql-tree.ts';
import type { GroveScope } from '../grove-scope.ts';
import { tagTest } from '../reading/leave-out-tagged.ts';
import { readPathContext } from '../reading/path-context.ts';
import { LoreDocuments } from './lore-documents.ts';

/** A place whose text is scanned. */
export interface LoreContext {
  /** The tree that a request is made in. */
  readonly tree: LoomTree;
  /** Its text up to the place. */
  readonly nodes: readonly ContextNode[];
  /** The position of the place, or one on its path; null for the writer's head. */
  readonly at: PositionId | null;
  /** In a conversation about a manuscript, where the writer is in it, or null if unknown. Its text is scanned too if it is sent. */
  readonly topic?: { readonly at: PositionId | null; readonly isSent: boolean };
}

export interface LoreRequest extends LoreContext {
  /** In tokens; null if unknown. */
  readonly window: number | null;
  readonly reserve: number;
}

const NOTHING: LoreSelection = { verdicts: [], insertions: [] };

/** Selects the lore that requests are sent (`lore.md`): all of them ask here. */
export class GroveLore {
  readonly #scope: GroveScope;
  readonly #documents: LoreDocuments;
  /** The entries that were last looked for, with their keys ready. */
  #compiled: CompiledLore | null = null;

  constructor(scope: GroveScope) {
    this.#scope = scope;
    this.#documents = new LoreDocuments(scope);
  }

  /** The lore that a request is sent, and why. @param isWhole of every entry, and not only of those that fired or nearly did */
  select({ window, reserve, ...context }: LoreRequest, isWhole = false): LoreSelection {
    const { book, branch, texts } = this.#read(context);
    const sources = this.#sourcesFor(context, book);
    if (sources.length === 0) return NOTHING;
    return selectLore({
      lore: this.#compile(sources),
      texts: texts(),
      rounds: book.rounds ?? 0,
      budget: book.budget ?? loreBudget(window, reserve),
      isOnBranch: this.#branchTest(branch),
      isWhole,
    });
  }

  /** The places in each of some texts where a key of an entry stands that a request in a tree could be sent. */
  findKeys(tree: LoomTree, texts: readonly string[]): readonly (readonly TextRange[])[] {
    const sources = this.#sourcesFor({ tree }, tree.settings.loreBook ?? {});
    if (sources.length === 0) return texts.map(() => []);
    const { keys, matcher } = this.#compile(sources);
    const wanted = new Set(
      sources.flatMap(({ settings }, index) => (settings.enabled === false ? [] : (keys[index] ?? []))),
    );
    return texts.map((text) => matcher.findAll(text, wanted));
  }

  /** Looks for one key. */
  try(context: LoreContext, key: string): LoreTrial {
    const source: LoreSource = {
      treeId: context.tree.id,
      title: '',
      entry: 0,
      settings: {},
      keys: [key],
      read: () => ({ text: key, parts: [] }),
    };
    const { verdicts } = selectLore({
      lore: compileLore([source]),
      texts: this.#read(context).texts(),
      rounds: 0,
      budget: Number.POSITIVE_INFINITY,
      isOnBranch: () => true,
      isWhole: true,
    });
    const why = verdicts[0]?.why;
    if (why?.kind === 'badKey') return { kind: 'badKey', reason: why.reason };
    if (why?.kind !== 'key') return { kind: 'notFound' };
    return { kind: 'found', place: why.place, paragraphsUp: why.paragraphsUp };
  }

  #compile(sources: readonly LoreSource[]): CompiledLore {
    if (this.#compiled?.sources !== sources)
      this.#compiled = compileLore(sources, this.#compiled?.matcher ?? null);
    return this.#compiled;
  }

  #read({ tree, nodes, at, topic }: LoreContext): {
    readonly book: LoreBook;
    /** The place that `after` and `notAfter` speak of. */
    readonly branch: { readonly tree: LoomTree; readonly at: PositionId };
    texts(): readonly ScannedText[];
  } {
    const { store, writerId } = this.#scope;
    const isConversation = tree.mode === 'dialogue';
    const headOf = ({ id }: LoomTree) => getHead(store, id, writerId);
    const own = tree.settings.loreBook ?? {};
    if (tree.topicTreeId === null) {
      const scan = own.scan ?? (isConversation ? LORE_SCAN_MESSAGES : LORE_SCAN);
      return {
        book: own,
        branch: { tree, at: at ?? headOf(tree) },
        texts: () => [scanText(nodes, { isConversation, scan })],
      };
    }
    const story = getTree(store, tree.topicTreeId);
    const wanted = topic?.at ?? null;
    const isThere = wanted !== null && sqlTree(store, story.id).versionsAt(wanted).length > 0;
    const place = isThere ? wanted : headOf(story);
    const book = story.settings.loreBook ?? {};
    const messages = () => scanText(nodes, { isConversation, scan: LORE_SCAN_MESSAGES });
    const near = () =>
      scanText(readPathContext(store, story.id, writerId, place), {
        isConversation: false,
        scan: book.scan ?? LORE_SCAN,
      });
    return {
      book,
      branch: { tree: story, at: place },
      texts: () => (topic?.isSent === true ? [messages(), near()] : [messages()]),
    };
  }

  /** A document is no lore of itself. The same list as last time if nothing has changed. */
  #sourcesFor({ tree }: Pick<LoreContext, 'tree'>, { tags = [] }: LoreBook): readonly LoreSource[] {
    const all = this.#documents.sources();
    if (all.length === 0) return all;
    const own = new Set([tree.id, tree.topicTreeId]);
    const isMeant = tags.length === 0 ? () => true : this.#taggedTest(tags);
    if (tags.length === 0 && !all.some(({ treeId }) => own.has(treeId))) return all;
    return all.filter(({ treeId }) => !own.has(treeId) && isMeant(treeId));
  }

  #taggedTest(tags: NonNullable<LoreBook['tags']>) {
    const { store } = this.#scope;
    const isWanted = tagTest(store, tags);
    const tagged = listTreeTags(store);
    return (id: LoomTree['id']) =>
      tagged.get(id)?.some(({ tag, isWhole }) => isWhole && isWanted(tag)) === true;
  }

  /** A split of a position counts as the position. */
  #branchTest({ tree, at }: { readonly tree: LoomTree; readonly at: PositionId }) {
    const { store } = this.#scope;
    let known: ReadonlySet<PositionId> | null = null;
    const passed = () => {
      if (known !== null) return known;
      const positions = listPositionsTo(store, tree.id, at);
      const bases = [...findHidingBases(store, tree.id, positions).values()];
      known = new Set([...positions, ...bases.map(({ positionId }) => positionId)]);
      return known;
    };
    return ({ after = [], notAfter = [] }: LoreEntry) =>
      (after.length === 0 || after.some((position) => passed().has(position))) &&
      (notAfter.length === 0 || !notAfter.some((position) => passed().has(position)));
  }
}
