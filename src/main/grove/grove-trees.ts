import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { AspenError } from '../../core/errors.ts';
import type { AuthorshipReport } from '../../core/exchange/authorship-report.ts';
import type { Dimension, History } from '../../core/history/history.ts';
import type { TreeId } from '../../core/ids.ts';
import type { TreeName } from '../../core/links/tree-name.ts';
import { normaliseText } from '../../core/text/normalise.ts';
import { wholeSpans } from '../../core/text/span.ts';
import type { LoomTree } from '../../core/tree/loom-tree.ts';
import type { Progress } from '../../ipc/wire/progress.ts';
import type { MovedTree, TreeProperties } from '../../ipc/wire/tree-update.ts';
import { noHistory } from '../../ui-text/exchange.ts';
import { MOVE_WITHIN_GROVE, movesWithTopic, TITLE_MISMATCH } from '../../ui-text/refusals.ts';
import { countDeleted, type DeletedContents, deleteTree } from '../store/copies/delete-tree.ts';
import { writeDuplicate } from '../store/copies/duplicate-tree.ts';
import type { ChainRef } from '../store/tables/history/chain-ref.ts';
import { listChains } from '../store/tables/history/keeping.ts';
import { hasChangedSince } from '../store/tables/log.ts';
import { listNames } from '../store/tables/marks/names.ts';
import { getTree, listConversations, listTrees } from '../store/tables/trees.ts';
import { Arrivals, type MovingGrove, moveTree } from './copies/move-tree.ts';
import type { GroveScope } from './grove-scope.ts';
import { WalkedChain } from './history/chain-walker.ts';
import { exportHistory } from './history/export-history.ts';
import { LayerPass } from './history/layer-pass.ts';
import { importHistory } from './import/import-history.ts';
import { conversationAsManuscript, importText, type TextToImport } from './import/import-text.ts';
import { readProgress } from './reading/read-progress.ts';
import { readReport } from './reading/read-report.ts';
import { addAlias, removeAlias } from './writing/tree-aliases.ts';
import {
  changeTree,
  makeTree,
  type NewTree,
  prepareDuplicate,
  requireAnother,
  TITLE_TEXT,
  type TreeCommandOptions,
  updateTitleFromText,
} from './writing/tree-commands.ts';

/** Times that `duplicate` reads a tree while others write; the last attempt runs without yielding. */
const ATTEMPTS = 4;

export interface GroveTreesOptions extends GroveScope {
  /** Ends the writer's session in a tree that was deleted, without writing. */
  discardSession(treeId: TreeId): void;
  /** Stops the running jobs of a tree; resolves once the text received so far is stored. */
  stopInTree(treeId: TreeId): Promise<void>;
  /** Nodes with ids from elsewhere were added. */
  raiseIds(): void;
  /** A tree was created and is to be shown. */
  onCreated(treeId: TreeId): void;
}

/** A heading at the beginning of a text: its marks, and its words. */
const HEADING = /^(#{1,6}[ \t]+)(\S.*)/;

/** Creates, changes, duplicates, moves and deletes the trees of an open grove. */
export class GroveTrees {
  /** Trees that are moving here from other groves. */
  readonly arrivals = new Arrivals();
  readonly #options: GroveTreesOptions;

  constructor(options: GroveTreesOptions) {
    this.#options = options;
  }

  /** All trees, including archived ones, oldest first. */
  list(): readonly LoomTree[] {
    return listTrees(this.#options.store);
  }

  /**
   * Creates a tree (`makeTree`), empty or with a text that is typed already, and shows it, unless it is beside another.
   * @throws {AspenError} as `makeTree`
   */
  create({ text = '', ...properties }: NewTree & { readonly text?: string | undefined }): LoomTree {
    const tree = this.#run((options) => makeTree(options, properties));
    if (text !== '') this.#type(tree.id, normaliseText(text));
    if (tree.topicTreeId === null && properties.isAside !== true) this.#options.onCreated(tree.id);
    this.#options.notifyChanged();
    return tree;
  }

  /** Types a text into an empty tree, and selects the words of the heading that it begins with. */
  #type(treeId: TreeId, text: string): void {
    const { draftState } = this.#options.treeSession(treeId);
    const whole = { text, spans: wholeSpans(this.#options.writerId, text.length) };
    draftState.accept([{ nodeId: null, whole }]);
    const [marks = '', words = ''] = HEADING.exec(text)?.slice(1) ?? [];
    draftState.moveCursor({ anchor: marks.length, head: marks.length + words.length, scroll: 0 });
    void draftState.save();
  }

  /** Changes a tree's properties (`changeTree`). @throws {AspenError} as `changeTree` */
  update(treeId: TreeId, properties: TreeProperties): LoomTree {
    const tree = this.#run((options) =>
      changeTree(options, treeId, properties, () =>
        this.#options.treeSession(treeId).shown.titleText(TITLE_TEXT),
      ),
    );
    this.#options.notifyChanged();
    return tree;
  }

  /** The titles and aliases that a tree has and had, oldest first. @throws {AspenError} NOT_FOUND */
  names(treeId: TreeId): readonly TreeName[] {
    return listNames(this.#options.store, treeId);
  }

  /** Reports who wrote the text on the screen, step by step (`readReport`). @throws {AspenError} NOT_FOUND */
  report(treeId: TreeId): Generator<number, AuthorshipReport> {
    return readReport(this.#options, treeId);
  }

  /** Counts what was written in a tree (`readProgress`). @throws {AspenError} NOT_FOUND; CORRUPT */
  progress(treeId: TreeId): Generator<number, Progress> {
    return readProgress(this.#options, treeId);
  }

  /** Gives a tree an alias (`addAlias`). @throws {AspenError} as `addAlias` */
  addAlias(treeId: TreeId, name: string): readonly TreeName[] {
    const names = addAlias({ ...this.#options, treeId }, name);
    this.#options.notifyChanged();
    return names;
  }

  /** Takes an alias from a tree (`removeAlias`). @throws {AspenError} NOT_FOUND */
  removeAlias(treeId: TreeId, name: string): readonly TreeName[] {
    const names = removeAlias({ ...this.#options, treeId }, name);
    this.#options.notifyChanged();
    return names;
  }

  /** Has a tree summarised, unless its summary is up to date or the writer's. @throws {AspenError} NOT_FOUND */
  summarise(treeId: TreeId): void {
    const { store, signals } = this.#options;
    signals.emit('summaryWanted', getTree(store, treeId).id, null);
  }

  /**
   * Duplicates a tree, draft included, with new ids. Prepares the copy in slices, so that typing is not
   * blocked, and writes it in one transaction.
   * @param onProgress receives the completed share, from 0 to 1
   * @param signal cancels it as long as nothing has been written
   * @throws {AspenError} NOT_FOUND; the reason of `signal`
   */
  async duplicate(
    treeId: TreeId,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<LoomTree> {
    const { store, idsAndClock, sessions, notifyChanged } = this.#options;
    for (let attempt = 1; ; attempt += 1) {
      sessions.find(treeId)?.flush();
      const { seq } = store.head;
      const steps = prepareDuplicate(store, treeId, idsAndClock);
      let step = steps.next();
      for (; step.done !== true; step = steps.next()) {
        onProgress(step.value);
        // On the last attempt do not yield, or repeated commits could continue invalidating the copy.
        if (attempt < ATTEMPTS) await yieldToEventLoop();
        signal.throwIfAborted();
      }
      const prepared = step.value;
      sessions.find(treeId)?.flush();
      if (hasChangedSince(store, treeId, seq)) continue;
      this.#run(({ tx, by }) => writeDuplicate(tx, prepared, by));
      notifyChanged();
      return prepared.as;
    }
  }

  /** Counts what deleting a tree would remove. @throws {AspenError} NOT_FOUND */
  contents(treeId: TreeId): DeletedContents {
    return countDeleted(this.#options.store, treeId);
  }

  /**
   * Archives a tree, if it is not archived yet, and deletes it permanently with the conversations about it, in one
   * transaction; their text is overwritten in the file. If that fails, all stay as they were, with their drafts and
   * sessions.
   * @param title as the writer typed it to confirm
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if the title differs or it is the last tree; what the
   *   store throws
   */
  async delete(treeId: TreeId, title: string): Promise<DeletedContents> {
    const { store, stopInTree, sessions, notifyChanged } = this.#options;
    if (getTree(store, treeId).title.trim() !== title.trim())
      throw new AspenError('INVALID_ARGUMENT', TITLE_MISMATCH);
    requireAnother(store, treeId);
    for (const id of this.#withConversations(treeId)) {
      await stopInTree(id);
      // A draft in the journal would become a branch of another tree if the program ended after the deletion.
      await sessions.find(id)?.draftState.flushAndForget();
    }
    const contents = this.#deleteNow(treeId);
    notifyChanged();
    return contents;
  }

  /** A tree, and the conversations about it. */
  #withConversations(treeId: TreeId): readonly TreeId[] {
    return [treeId, ...listConversations(this.#options.store, treeId).map(({ id }) => id)];
  }

  /**
   * Deletes a tree and the conversations about it, and ends the writer's sessions in them.
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is the last tree; what the store throws
   */
  #deleteNow(treeId: TreeId): DeletedContents {
    const deleted = this.#withConversations(treeId);
    const contents = this.#deleteRows(treeId);
    for (const id of deleted) this.#options.discardSession(id);
    return contents;
  }

  #deleteRows(treeId: TreeId): DeletedContents {
    const { store } = this.#options;
    // Freed pages are zeroed from here on, not only marked as free.
    store.pragma('secure_delete = ON');
    try {
      return this.#run((options) => {
        if (getTree(options.tx, treeId).archivedAt === null)
          changeTree(options, treeId, { archived: true }, () => '');
        return deleteTree(options.tx, options.by, treeId);
      });
    } finally {
      store.pragma('secure_delete = OFF');
    }
  }

  /**
   * Moves a tree to another grove, with the conversations about it (`moveTree`).
   * @param onProgress receives the completed share, from 0 to 1
   * @param signal cancels it; then the other grove does not have the tree
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if it is the last tree here or already there, a conversation
   *   about another tree, or the other grove closes; as `moveTree`; the reason of `signal`
   */
  async moveTo(
    treeId: TreeId,
    other: GroveTrees,
    onProgress: (share: number) => void,
    signal: AbortSignal,
  ): Promise<Pick<MovedTree, 'nodes' | 'answers'>> {
    if (other === this) throw new AspenError('INVALID_ARGUMENT', MOVE_WITHIN_GROVE);
    const { topicTreeId } = getTree(this.#options.store, treeId);
    if (topicTreeId !== null)
      throw new AspenError(
        'INVALID_ARGUMENT',
        movesWithTopic(getTree(this.#options.store, topicTreeId).title),
      );
    requireAnother(this.#options.store, treeId);
    for (const id of this.#withConversations(treeId)) await this.#options.stopInTree(id);
    const arrive = (closing: AbortSignal) =>
      moveTree({
        treeId,
        from: this.#movingGrove,
        to: other.#movingGrove,
        onProgress,
        pause: async () => {
          await yieldToEventLoop();
          signal.throwIfAborted();
          closing.throwIfAborted();
        },
      });
    const { answers } = await other.arrivals.run(arrive).finally(() => other.#onArrived());
    this.#options.notifyChanged();
    return { nodes: this.contents(treeId).nodes, answers };
  }

  #onArrived(): void {
    const { store, raiseIds, notifyChanged } = this.#options;
    if (!store.isOpen) return;
    raiseIds();
    notifyChanged();
  }

  get #movingGrove(): MovingGrove {
    return {
      ...this.#options,
      flush: (treeId) => this.#options.sessions.find(treeId)?.flush(),
      deleteTree: (treeId) => {
        this.#deleteNow(treeId);
      },
    };
  }

  /** Imports a text as a new tree, step by step (`importText`); `showImported` shows it. */
  importText(text: TextToImport): ReturnType<typeof importText> {
    return importText(this.#options.store, text, this.#options.writerId, this.#options.idsAndClock);
  }

  /**
   * Makes a manuscript of a conversation, step by step (`conversationAsManuscript`); `showTree` shows it.
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT for a manuscript
   */
  asManuscript(treeId: TreeId): ReturnType<typeof conversationAsManuscript> {
    const { store, writerId, idsAndClock } = this.#options;
    if (getTree(store, treeId).mode !== 'dialogue')
      throw new AspenError('INVALID_ARGUMENT', `tree ${treeId} is a manuscript`);
    return conversationAsManuscript(store, treeId, writerId, idsAndClock);
  }

  /** Imports the file of a history as a new tree, step by step (`importHistory`). */
  importHistory(json: string): ReturnType<typeof importHistory> {
    return importHistory(this.#options.store, json, this.#options.writerId, this.#options.idsAndClock);
  }

  /**
   * The layers of the writer's path in a dimension, or else of the agent whose path has any, step by step: missing hashes are
   * filled in first, if the file can be written.
   * @throws {AspenError} NOT_FOUND; INVALID_ARGUMENT if there are none; CORRUPT
   */
  *exportHistory(treeId: TreeId, dimension: Dimension): Generator<number, History> {
    const { store, writerId, feed, warn } = this.#options;
    const { title } = getTree(store, treeId);
    if (!store.readonly) {
      const onFault = (_: ChainRef, error: AspenError) =>
        warn(`a time line cannot be read: ${error.message}`);
      const pass = new LayerPass(
        { store, onCounted: (id) => feed.publishLayers(id), onFault },
        new WalkedChain(store),
      );
      for (const _ of pass.run()) yield 0;
    }
    const chains = listChains(store).filter(
      (ref) => ref.treeId === treeId && ref.dimension === dimension && ref.chain === 0,
    );
    const ref = chains.find(({ agentId }) => agentId === writerId) ?? chains[0];
    if (ref === undefined) throw new AspenError('INVALID_ARGUMENT', noHistory(dimension));
    return yield* exportHistory(store, ref, title);
  }

  /** Updates the title of a tree that is named after its first words. */
  updateTitleFromText(treeId: TreeId): void {
    if (this.#options.store.readonly || getTree(this.#options.store, treeId).settings.titleFrom !== 'text')
      return;
    const beginning = this.#options.treeSession(treeId).shown.titleText(TITLE_TEXT);
    try {
      const renamed = this.#run((options) => updateTitleFromText(options, treeId, beginning));
      if (renamed !== null) this.#options.notifyChanged();
    } catch (error) {
      // The text is what matters, and it is written; the title catches up at the next save.
      if (!(error instanceof AspenError)) throw error;
      this.#options.warn(`a title could not be updated from its text: ${error.message}`);
    }
  }

  #run<T>(change: (options: TreeCommandOptions) => T extends PromiseLike<unknown> ? never : T): T {
    return this.#options.store.transact((tx) =>
      change({ tx, by: this.#options.writerId, idsAndClock: this.#options.idsAndClock }),
    );
  }
}
