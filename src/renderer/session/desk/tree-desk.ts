import type { AnchorId, NodeId, PositionId, TreeId } from '../../../core/ids.ts';
import { snapToPairStart } from '../../../core/text/surrogate-pair.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import { textOf } from '../../../core/tree/tree-node.ts';
import type { Preset } from '../../../ipc/preferences.ts';
import type { JobSnapshot } from '../../../ipc/wire/generation.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { TreeUpdate } from '../../../ipc/wire/tree-update.ts';
import type { AnswerKind } from '../../../ui-text/continuations.ts';
import { NO_NODE_YET } from '../../../ui-text/node/facts.ts';
import { NOTHING } from '../../../ui-text/page/moves.ts';
import type { Client } from '../../client.ts';
import type { CurrentPlace } from '../../surface.ts';
import type { DraftSession } from '../draft/draft-session.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { findAgent } from '../find-agent.ts';
import { LiveQueries } from '../live-query.ts';
import type { Notices } from '../notices.ts';
import { createOutlineActions, type OutlineActions } from '../outline/outline-actions.ts';
import { OutlineSession } from '../outline/outline-session.ts';
import type { OutlineState } from '../outline/outline-state.ts';
import type { PathAuthors } from '../path/path-authors.ts';
import type { PathSession } from '../path/path-session.ts';
import { GenerationChoice } from '../settings/generation-choice.ts';
import { createStore, readableOf, type Store } from '../store.ts';
import { type Announcer, type Arrival, createAnnouncer, type FailedRequest } from '../tree/announcer.ts';
import {
  type AnchorsSession,
  type BookmarksSession,
  createAnchorsSession,
  createBookmarksSession,
} from '../tree/bookmarks-session.ts';
import { type ComparisonSession, createComparisonSession, withEdit } from '../tree/comparison-session.ts';
import { ContextSession, type RequestStart } from '../tree/context-session.ts';
import { type AsideTexts, ContextTexts } from '../tree/context-texts.ts';
import type { Continuation } from '../tree/continuation.ts';
import {
  ContinuationFilter,
  type ContinuationList,
  ContinuationsSession,
} from '../tree/continuations-session.ts';
import { createEmptySplits, type EmptySplits } from '../tree/empty-splits.ts';
import { createGenerationCommands, type GenerationCommands } from '../tree/generation-commands.ts';
import { GenerationSession } from '../tree/generation-session.ts';
import { createLoreEntries, type LoreEntries } from '../tree/lore-entries.ts';
import { createMarkCommands, type MarkCommands } from '../tree/mark-commands.ts';
import {
  createNavigationCommands,
  type NavigationCommands,
  type Place,
} from '../tree/navigation-commands.ts';
import { NodeSession } from '../tree/node-session.ts';
import { createPruningSession, type PruningSession } from '../tree/pruning-session.ts';
import { createSectionsSession, type SectionsSession } from '../tree/sections-session.ts';
import { createTargetsSession, type TargetsSession } from '../tree/targets-session.ts';
import { commitDraft } from '../tree/tree-intents.ts';
import { TreeLore } from '../tree/tree-lore.ts';
import { createTreeTags, type TreeTags, type WindowTags } from '../tree/tree-tags.ts';
import type { TurnStarts } from '../tree/turn-starts.ts';

export interface TreeDeskOptions extends SharedDeskOptions {
  /** The kind of answer to its requests, in words. */
  readonly answerKind: AnswerKind;
  /** Begins the turns of loom-aware agents; null in a manuscript. */
  readonly turns: TurnStarts | null;
  /** The place that Generate would continue; null while a commit decides that. */
  findRequestStart(): RequestStart | null;
  /** Reverts the last pruning or restoring. */
  undoPruning(): void;
  /** Everything here has its part of an update; null if the tree changed in an unknown way. */
  onChanged(update: TreeUpdate | null): void;
}

/** Options of a tree's desk besides those that a desk built on it makes for it. */
export interface SharedDeskOptions {
  readonly client: Client;
  readonly notices: Notices;
  readonly runningJobs: readonly JobSnapshot[];
  /** The outline and the map this window left. */
  readonly outline: OutlineState | null;
  /** Unsaved texts that this window left of the tree. */
  readonly aside?: AsideTexts | null;
  /** The tags of the grove, and the filter by one. */
  readonly tags: WindowTags;
  schedule(callback: () => void): void;
  /** Undefined if this computer does not have the preset. */
  findPreset(id: string): Preset | undefined;
  /** The writer left this place for another. */
  onJump(from: Place): void;
  /** A request of the writer is complete. Returns whether a notice reports it, which is announced. */
  onReady(arrival: Arrival): boolean;
  /** Returns true if the writer sees why a request failed. */
  showsFailure(request: FailedRequest): boolean;
}

/**
 * A window's view of a tree, whatever shows it (`house.md`, *Two surfaces*). It knows positions, not carets: the
 * current position comes from the surface.
 */
export class TreeDesk {
  readonly treeId: TreeId;
  /**
   * As it was when the tree was opened. If the grove turns out to be damaged later, the writer can continue: nothing
   * more is written to the file, but typed text is shown, and kept on this computer.
   */
  readonly isReadOnly: boolean;
  readonly path: PathSession;
  /** The uncommitted text, on its way to main. */
  readonly draft: DraftSession;
  /** The authors of the path's text. */
  readonly authors: PathAuthors;
  /** The writer's place; null until there is a surface. */
  readonly place: Store<CurrentPlace | null>;
  readonly generation: GenerationSession;
  readonly continuations: ContinuationsSession;
  readonly generationCommands: GenerationCommands;
  readonly emptySplits: EmptySplits;
  readonly navigation: NavigationCommands;
  /** The chapters and scenes of the text. */
  readonly sections: SectionsSession;
  readonly targets: TargetsSession;
  /** Notes and bookmarks on phrases. */
  readonly anchors: AnchorsSession;
  readonly bookmarks: BookmarksSession;
  readonly markCommands: MarkCommands;
  readonly tags: TreeTags;
  /** The current node, for the Passage tab. */
  readonly node: NodeSession;
  readonly nodeCommands: NodeCommands;
  /** The next request. */
  readonly context: ContextSession;
  /** Memory, author's note and whatever else the tree sends besides its text. */
  readonly texts: ContextTexts;
  /** The lore that the next request would have. */
  readonly lore: TreeLore;
  /** The lore that the tree itself is, if it is a document. */
  readonly loreEntries: LoreEntries;
  /** Settings of the next Generate. */
  readonly choice: GenerationChoice;
  /** The whole tree, for the Outline tab. */
  readonly outline: OutlineSession;
  readonly outlineActions: OutlineActions;
  /** The filter of the Continuations list. */
  readonly filter: ContinuationFilter;
  readonly pruning: PruningSession;
  readonly comparison: ComparisonSession;
  readonly sideBySide: SideBySideSession;
  readonly announcer: Announcer;
  readonly #scope: TreeScope;
  readonly #onChanged: (update: TreeUpdate | null) => void;
  readonly #stops: readonly (() => void)[];

  constructor(scope: TreeScope, options: TreeDeskOptions) {
    const { client, treeId, notices, path, draft, intents, surface, authors } = scope;
    const { answerKind, turns, onJump, onReady, showsFailure } = options;
    const grove = scope.grove.get();
    this.#scope = scope;
    this.#onChanged = options.onChanged;
    this.treeId = treeId;
    this.isReadOnly = scope.readOnly;
    this.path = path;
    this.draft = draft;
    this.authors = authors;
    this.place = surface.summary;
    this.choice = new GenerationChoice({
      treeId,
      grove,
      save: (settings) => client.call('tree.update', { treeId, settings }),
      findPreset: options.findPreset,
      onError: notices.report,
    });
    this.generation = new GenerationSession({ writerId: grove.writerId, schedule: options.schedule });
    this.generation.track(options.runningJobs);
    this.announcer = createAnnouncer(scope, answerKind, onReady, showsFailure);
    this.continuations = new ContinuationsSession(scope, this.generation);
    this.filter = new ContinuationFilter(scope, this.continuations.list);
    this.pruning = createPruningSession(scope, this.continuations, options.undoPruning);
    this.comparison = createComparisonSession(scope, this.continuations);
    this.sideBySide = createSideBySideSession(scope);
    this.anchors = createAnchorsSession(scope);
    this.bookmarks = createBookmarksSession(scope, this.anchors);
    this.markCommands = createMarkCommands(scope, this.bookmarks);
    this.tags = createTreeTags(scope, options.tags);
    this.node = new NodeSession(scope, options.aside?.summaries ?? null);
    this.nodeCommands = createNodeCommands(scope, this.node, this.markCommands);
    this.navigation = createNavigationCommands(scope, {
      continuations: this.continuations,
      bookmarks: this.bookmarks,
      announcer: this.announcer,
      onJump,
    });
    this.sections = createSectionsSession(scope, this.navigation);
    this.targets = createTargetsSession(scope, this.anchors, this.sections.list);
    this.context = new ContextSession({
      ...scope,
      choice: this.choice,
      findStart: options.findRequestStart,
      turns,
    });
    this.texts = options.aside?.texts ?? new ContextTexts({ client, treeId, notices, grove });
    this.lore = new TreeLore(scope, {
      navigation: this.navigation,
      choice: this.choice,
      turns,
      findStart: options.findRequestStart,
    });
    this.loreEntries = createLoreEntries(scope, this.texts);
    this.emptySplits = createEmptySplits(scope, this.generation, this.continuations);
    this.generationCommands = createGenerationCommands(scope, {
      emptySplits: this.emptySplits,
      choice: this.choice,
      generation: this.generation,
      continuations: this.continuations,
      texts: this.texts,
      turns,
      onSwitched: () => this.navigation.announceBranch(),
    });
    this.outline = new OutlineSession(scope, this.sections.list, this.tags, options.outline);
    this.outlineActions = createOutlineActions(scope, {
      outline: this.outline,
      comparison: this.comparison,
      pruning: this.pruning,
      sections: this.sections,
      navigation: this.navigation,
      generationCommands: this.generationCommands,
      bookmarks: this.bookmarks,
    });
    this.#stops = [
      scope.grove.subscribe(() => this.#onGrove()),
      intents.submitting.subscribe(() => this.pruning.forget()),
      () => this.pruning.forget(),
      draft.pathReread.subscribe(() => this.#readLists()),
      this.texts.saved.subscribe(() => this.context.invalidate()),
      () => this.lore.close(),
      this.generation.settled.subscribe(({ job, slot }) => {
        this.generationCommands.onSettled(slot);
        void this.emptySplits.onSettled(job);
        // A turn announces its own end.
        if (job.turnId !== null) return;
        const others = this.generation.slotsOf(job.jobId).filter((known) => known.slot !== slot.slot);
        this.announcer.announceSettled(job, slot, others);
      }),
    ];
  }

  /** The grove, with its agents. */
  get grove(): Store<GroveSnapshot> {
    return this.#scope.grove;
  }

  /** True while the file is being checked, so that nothing is committed: typed text stays in the draft. */
  get isChecking(): boolean {
    return this.#scope.grove.get().isChecking;
  }

  /** True if another tree is shown, which ends this one. */
  get isLeft(): boolean {
    return this.#scope.surface.isClosed;
  }

  /** The current node; null before the first one. */
  findCurrent(): PositionId | null {
    const { currentPositionId } = this.#scope.surface;
    return currentPositionId === null || this.path.findHeader(currentPositionId) === undefined
      ? null
      : currentPositionId;
  }

  /** The author of the node at a position; undefined if it is not on the path, or its author not in the grove. */
  findAuthor(positionId: PositionId): Agent | undefined {
    return findAgent(this.#scope.grove.get(), this.path.findHeader(positionId)?.authorId ?? null);
  }

  undo(): void {
    if (this.#scope.surface.find()?.undo() === false) this.#scope.notices.tell(NOTHING.toUndo);
  }

  redo(): void {
    if (this.#scope.surface.find()?.redo() === false) this.#scope.notices.tell(NOTHING.toRedo);
  }

  /** Moves the keyboard to the text. */
  focus(): void {
    this.#scope.surface.find()?.focus();
  }

  /** True while an input method is composing. */
  get isComposing(): boolean {
    return this.#scope.surface.find()?.isComposing() ?? false;
  }

  /** Commits the whole draft and has main write it. Reports a failure. */
  async commit(): Promise<void> {
    await this.#scope.intents.submit(commitDraft);
    await this.writeDraft();
  }

  /** Has main write the draft that it has to the file. Reports a failure. */
  async writeDraft(): Promise<void> {
    await this.#scope.notices.attempt(this.#scope.client.call('draft.flush', { treeId: this.treeId }));
  }

  /** Sends what is unsent beside the draft: settings of the tree and of requests, and notes that are not saved. */
  async flushAside(): Promise<void> {
    await this.texts.saver.flush();
    await this.choice.flush();
    await this.node.flushDrafts();
  }

  /** The tree changed: everything that shows it takes its part of the update. */
  onTreeChange(update: TreeUpdate): void {
    this.path.patch(update.headers);
    this.continuations.onTreeChange(update);
    this.outline.onTreeChange(update);
    if (update.anchors !== null) this.anchors.onTreeChange(update.anchors);
    if (update.bookmarks !== null) this.bookmarks.onTreeChange(update.bookmarks);
    this.node.onTreeChange(update.changed);
    if (update.isPathMoved) this.draft.onPathMoved();
    this.#onChanged(update);
  }

  /** The tree changed in an unknown way: reads again what is shown of it. */
  onTreeReplaced(): void {
    this.path.forgetCounts();
    this.#readLists();
    this.#onChanged(null);
  }

  /** Ends reads and subscriptions; the surface is closed first. */
  close(): void {
    for (const stop of this.#stops) stop();
    this.#scope.counts.close();
    this.continuations.close();
    this.sideBySide.end();
    this.filter.close();
    this.node.close();
    this.tags.close();
    this.context.close();
    this.outline.close();
    this.authors.close();
  }

  #onGrove(): void {
    const grove = this.#scope.grove.get();
    this.choice.onGrove(grove);
    this.texts.onGrove(grove);
    this.node.summaries.saver.onGrove(grove);
    this.context.invalidate();
  }

  #readLists(): void {
    this.continuations.onTreeReplaced();
    this.outline.reader.scheduleRead();
    void this.bookmarks.refresh();
    this.tags.invalidate();
    this.node.onTreeReplaced();
  }
}

/** Commands that show the current node in the Passage tab, its notes and its record. */
function createNodeCommands({ surface, path, notices }: TreeScope, node: NodeSession, marks: MarkCommands) {
  return {
    /** Focuses the heading of the Passage tab at the current node. */
    showNode(): void {
      node.focusRequest.request({ kind: 'about', positionId: surface.currentPositionId });
    },

    /**
     * Focuses the field of a new note in the Passage tab: on the selected words, on the sentence at the caret, or on a short
     * node as a whole.
     */
    async writeNote(): Promise<void> {
      const phrase = await marks.committedPhrase();
      node.requestNote(surface.currentPositionId, phrase);
    },

    /**
     * Puts the caret in a node of the path and focuses its notes in the Passage tab.
     * @param anchorId the note whose phrase gets the caret; null for none
     */
    showNotes(positionId: PositionId, anchorId: AnchorId | null = null): void {
      const index = path.indexOf(positionId);
      if (index < 0) return;
      const text = surface.find();
      const place = text?.phrases?.phrasePlaces().find((one) => one.anchorId === anchorId);
      if (place !== undefined) text?.moveCaretInto(place.index, place.offset);
      else if (surface.currentPositionId !== positionId) surface.find()?.moveCaretAfter(index);
      node.focusRequest.request({ kind: 'notes', positionId });
    },

    /** Exports the record of the current node. */
    async exportRecord(): Promise<void> {
      const { currentPositionId } = surface;
      const header = currentPositionId === null ? undefined : path.findHeader(currentPositionId);
      if (header === undefined) notices.tell(NO_NODE_YET);
      else await node.exportRecord(header.nodeId);
    },
  };
}

type NodeCommands = ReturnType<typeof createNodeCommands>;

// All alternatives of the Continuations list at once, over the whole window, with their whole texts.

/** Number of texts read at once: those on the screen. */
const BATCH = 8;
/** Texts that are kept after they leave the screen. */
const KEPT = 100;
/** A text is laid out whole; the rest of a longer one is read in the manuscript. UTF-16 code units. */
const MAX_LENGTH = 60_000;
/** The paragraph before a fork is looked for in so many texts before it. */
const TEXTS_BEFORE = 4;

function createSideBySideSession({ client, treeId, notices, surface, path }: TreeScope) {
  const isShown = createStore(false);
  const texts: LiveQueries<NodeId, string> = new LiveQueries({
    batch: BATCH,
    kept: KEPT,
    read: (nodeIds) =>
      Promise.all(
        nodeIds.map(async (nodeId) => {
          const { content } = await client.call('node.read', { treeId, nodeId });
          return [nodeId, textOf(content)] as const;
        }),
      ),
    onError: notices.report,
  });

  /** The nodes before the fork of a list, in text order; of the last, with `offset`, only the start is before it. */
  function nodesBefore({ parentId, items }: Pick<ContinuationList, 'parentId' | 'items'>) {
    const rest = items.find(({ isRest }) => isRest);
    const index = parentId === null ? -1 : path.indexOf(parentId);
    const before = path.mirror
      .get()
      .headers.slice(Math.max(0, index + 1 - TEXTS_BEFORE), index + 1)
      .map(({ nodeId }) => ({ nodeId, offset: Number.POSITIVE_INFINITY }));
    const divided = rest?.nodeId == null ? [] : [{ nodeId: rest.nodeId, offset: rest.offset }];
    return [...before, ...divided];
  }

  return {
    isShown: readableOf(isShown),
    /** Increases when whole texts arrive. */
    revision: texts.revision,

    open(): void {
      isShown.set(true);
    },

    close(): void {
      texts.want([]);
      isShown.set(false);
    },

    /** The page shows these of a list: reads the texts that the list has only the beginning of, and those before the fork. */
    want(items: readonly Continuation[], list: ContinuationList): void {
      texts.want([
        ...nodesBefore(list).map(({ nodeId }) => nodeId),
        ...items.flatMap(({ nodeId, text, length }) =>
          nodeId === null || text.length >= length ? [] : [nodeId],
        ),
      ]);
    },

    /** The paragraph that the fork of a list ends or divides, up to the fork; empty until it is read, or for none. */
    paragraphBefore(list: ContinuationList): string {
      const draft = surface.findDraft();
      const known = nodesBefore(list).map(({ nodeId, offset }) => {
        const text = texts.find(nodeId);
        return text === undefined ? '' : withEdit(draft, nodeId, text, 0).slice(0, offset);
      });
      return known.join('').trimEnd().split('\n').at(-1) ?? '';
    },

    /** The text of a continuation as far as it is known, with its pending edit. */
    textOf({ nodeId, text, offset }: Continuation): string {
      if (nodeId === null) return text;
      const committed = texts.find(nodeId);
      const draft = surface.findDraft();
      const isEdited = draft?.edits.some((edit) => edit.nodeId === nodeId) === true;
      if (committed === undefined && (offset > 0 || !isEdited)) return text;
      const whole = withEdit(draft, nodeId, committed ?? text, offset);
      // The rest of a divided text may be more than the end of one node.
      const known = whole.length < text.length && !isEdited ? text : whole;
      return known.slice(0, snapToPairStart(known, MAX_LENGTH));
    },

    /** Ends reads. */
    end(): void {
      texts.close();
    },
  };
}

type SideBySideSession = ReturnType<typeof createSideBySideSession>;
