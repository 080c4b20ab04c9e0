import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { Preset } from '../../../ipc/preferences.ts';
import type { GenerationUpdate, JobSnapshot, SlotSnapshot } from '../../../ipc/wire/generation.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { PathSnapshot } from '../../../ipc/wire/path.ts';
import type { TreeUpdate } from '../../../ipc/wire/tree-update.ts';
import type { Client } from '../../client.ts';
import type {
  BufferSurface,
  DraftEvent,
  ManuscriptContent,
  ManuscriptRequest,
  ManuscriptSummary,
  TextSnapshot,
} from '../../surface.ts';
import { DraftSession } from '../manuscript/draft-session.ts';
import { FindSession } from '../manuscript/find-session.ts';
import { IncomingText } from '../manuscript/incoming-text.ts';
import { OutlineActions } from '../outline/outline-actions.ts';
import { OutlineSession } from '../outline/outline-session.ts';
import type { OutlineState } from '../outline/outline-state.ts';
import { CursorSession } from '../path/cursor-session.ts';
import { IntentSession } from '../path/intent-session.ts';
import { NavigationCommands } from '../path/navigation-commands.ts';
import { PathCounts } from '../path/path-counts.ts';
import { acceptArrival, branchEdit, commitDraft, splitHere } from '../path/path-intents.ts';
import { nodesOf } from '../path/path-segments.ts';
import { PathSession } from '../path/path-session.ts';
import { PreviewSession } from '../path/preview-session.ts';
import { GenerationChoice } from '../settings/generation-choice.ts';
import { createStore, type WritableStore } from '../store.ts';
import { findAgent } from '../window/find-agent.ts';
import type { Notices } from '../window/notices.ts';
import type { Place } from '../window/place.ts';
import { Announcer } from './announcer.ts';
import { BookmarksSession } from './bookmarks-session.ts';
import { ComparisonSession } from './comparison-session.ts';
import { ContextSession, type RequestStart } from './context-session.ts';
import { ContextTexts } from './context-texts.ts';
import { ContinuationFilter } from './continuation-filter.ts';
import { ContinuationsSession } from './continuations-session.ts';
import { EmptySplits } from './empty-splits.ts';
import { GenerationCommands } from './generation-commands.ts';
import { GenerationSession } from './generation-session.ts';
import { MarkCommands } from './mark-commands.ts';
import { NodePopover } from './node-popover.ts';
import { NodeSession } from './node-session.ts';
import { PruningSession } from './pruning-session.ts';
import { RestSession } from './rest-session.ts';
import { TokenSession } from './token-session.ts';

export interface OpenTreeOptions {
  readonly client: Client;
  readonly grove: GroveSnapshot;
  readonly snapshot: PathSnapshot;
  /** The text and undo history this window left, if the snapshot still matches. */
  readonly textSnapshot?: TextSnapshot | null;
  /** The outline and the map this window left. */
  readonly outline?: OutlineState | null;
  readonly runningJobs: readonly JobSnapshot[];
  readonly checks: boolean;
  readonly notices: Notices;
  schedule(callback: () => void): void;
  /** Undefined if this computer does not have the preset. */
  findPreset(id: string): Preset | undefined;
  /** The writer left this place for another. */
  onJump?(from: Place): void;
}

/** One tree as a window shows it: its sessions, around one manuscript. */
export class OpenTree {
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly draft: DraftSession;
  readonly generation: GenerationSession;
  readonly continuations: ContinuationsSession;
  readonly generationCommands: GenerationCommands;
  readonly navigation: NavigationCommands;
  readonly markCommands: MarkCommands;
  readonly nodePopover: NodePopover;
  readonly find: FindSession;
  readonly bookmarks: BookmarksSession;
  /** What follows where the path took another way. */
  readonly rest: RestSession;
  /** The caret's node, for the Node tab. */
  readonly node: NodeSession;
  /** What the next request would send. */
  readonly context: ContextSession;
  /** Memory, author's note and whatever else the tree sends besides its text. */
  readonly texts: ContextTexts;
  /** The manuscript's latest summary; null until it is on the screen. */
  readonly summary: WritableStore<ManuscriptSummary | null>;
  /** What the next Generate requests. */
  readonly choice: GenerationChoice;
  readonly preview: PreviewSession;
  /** The whole tree, for the Tree tab. */
  readonly outline: OutlineSession;
  readonly outlineActions: OutlineActions;
  /** The filter of the Continuations list. */
  readonly filter: ContinuationFilter;
  readonly pruning: PruningSession;
  readonly comparison: ComparisonSession;
  /** Token probabilities of models' nodes. */
  readonly tokens: TokenSession;
  readonly #options: OpenTreeOptions;
  readonly #announcer: Announcer;
  readonly #counts: PathCounts;
  readonly #intents: IntentSession;
  readonly #cursor: CursorSession;
  readonly #incoming: IncomingText;
  readonly #emptySplits: EmptySplits;
  readonly #stop: () => void;
  #snapshot: PathSnapshot;
  /** What the next manuscript continues from; null once there is one. */
  #textSnapshot: TextSnapshot | null;
  /** As main last sent it. */
  #grove: GroveSnapshot;
  #manuscript: BufferSurface | null = null;
  #isLeft = false;
  /** Called once there is a manuscript, or there will be none. */
  #onAttached: (() => void)[] = [];

  constructor(options: OpenTreeOptions) {
    const { client, snapshot, notices } = options;
    this.#options = options;
    this.#snapshot = snapshot;
    this.#textSnapshot = options.textSnapshot ?? null;
    this.treeId = snapshot.treeId;
    this.summary = createStore<ManuscriptSummary | null>(null);
    this.#grove = options.grove;
    this.choice = new GenerationChoice({
      treeId: snapshot.treeId,
      grove: options.grove,
      save: (settings) => client.call('tree.update', { treeId: snapshot.treeId, settings }),
      findPreset: options.findPreset,
      onError: (error) => notices.report(error),
    });
    this.path = new PathSession(snapshot);
    this.draft = new DraftSession({
      client,
      path: this.path,
      checks: options.checks,
      isChecking: () => this.#grove.isChecking,
      findCursor: () => this.#manuscript?.cursor() ?? null,
      onReread: (reread) => {
        this.#snapshot = reread;
        this.#readLists();
      },
      onNotRestored: ({ sentence }) =>
        notices.show({
          sentence: 'This could not be undone or redone. Nothing was lost.',
          detail: sentence,
        }),
      onBug: (error) => {
        // Also an uncaught error of the page: tests and developers must see a bug.
        reportError(error);
        notices.report(error);
      },
    });
    this.generation = new GenerationSession({
      writerId: options.grove.writerId,
      schedule: options.schedule,
      onSettled: (job, slot) => this.#onSettled(job, slot),
    });
    this.generation.track(options.runningJobs);

    // Options that most sessions share; those that change the tree also get `intents`.
    const tree = {
      client,
      treeId: this.treeId,
      path: this.path,
      summary: this.summary,
      notices,
      findManuscript: () => this.#manuscript,
      onError: (error: unknown) => notices.report(error),
    };
    this.#counts = new PathCounts(tree);
    this.#announcer = new Announcer({
      ...tree,
      counts: this.#counts,
      findAgentName: (agentId) => findAgent(this.#grove, agentId)?.name,
    });
    this.#intents = new IntentSession({
      ...tree,
      draft: this.draft,
      counts: this.#counts,
      findCurrentPosition: () => this.#currentPosition(),
      beforeIntent: () => {
        this.preview.end();
        this.pruning.forget();
      },
    });
    const acting = { ...tree, intents: this.#intents };
    this.#cursor = new CursorSession({
      ...tree,
      readOnly: options.grove.readOnly,
      saved: snapshot.cursor,
      onIdle: () => this.#announcer.announceAlternatives(this.#currentPosition(), this.#currentFork()),
    });
    this.#incoming = new IncomingText({
      generation: this.generation,
      findManuscript: () => this.#manuscript,
      headId: () => this.path.headId,
      isPathChanging: () => this.draft.isCommitting,
      accept: (arrival) => {
        this.continuations.onArrival(arrival.positionId);
        return this.#intents.submit((context) => acceptArrival(context, arrival));
      },
    });
    this.find = new FindSession({
      readOnly: options.grove.readOnly,
      notices,
      findManuscript: () => this.#manuscript,
    });
    this.continuations = new ContinuationsSession({ ...tree, generation: this.generation });
    this.bookmarks = new BookmarksSession(tree);
    this.rest = new RestSession(tree);
    this.node = new NodeSession(tree);
    this.tokens = new TokenSession({
      ...tree,
      isByModel: (positionId) => this.#findAuthor(positionId)?.type === 'model',
    });
    this.context = new ContextSession({
      ...tree,
      draft: this.draft,
      choice: this.choice,
      findStart: () => this.#findRequestStart(),
      showTruncated: (ranges) => this.#manuscript?.showTruncated(ranges),
    });
    this.texts = new ContextTexts({
      ...tree,
      grove: options.grove,
      onSaved: () => this.context.invalidate(),
    });
    this.#emptySplits = new EmptySplits({
      ...acting,
      generation: this.generation,
      continuations: this.continuations,
    });
    this.generationCommands = new GenerationCommands({
      ...acting,
      emptySplits: this.#emptySplits,
      choice: this.choice,
      generation: this.generation,
      continuations: this.continuations,
      texts: this.texts,
      findAuthor: (positionId) => this.#findAuthor(positionId),
      reportFailure: (request) => this.#reportFailure(request),
      onSwitched: () => this.#announcer.announceBranch(this.#currentPosition(), this.#currentFork()),
    });
    this.markCommands = new MarkCommands({
      ...acting,
      bookmarks: this.bookmarks,
      findCurrent: () => this.findCurrent(),
    });
    this.nodePopover = new NodePopover({
      ...tree,
      counts: this.#counts,
      node: this.node,
      findCurrent: () => this.findCurrent(),
    });
    this.navigation = new NavigationCommands({
      ...acting,
      continuations: this.continuations,
      bookmarks: this.bookmarks,
      rest: this.rest,
      announcer: this.#announcer,
      untilManuscript: () => this.#untilManuscript(),
      onJump: (from) => options.onJump?.(from),
      onSwitched: (from, to) => this.nodePopover.onSwitch(from, to),
    });
    this.preview = new PreviewSession({
      ...tree,
      counts: this.#counts,
      untilPathSettled: () => this.draft.untilPathSettled(),
      list: () => this.continuations.list.get(),
    });
    this.outline = new OutlineSession({
      ...tree,
      saved: options.outline ?? null,
    });
    this.outlineActions = new OutlineActions({
      ...acting,
      readOnly: options.grove.readOnly,
      outline: this.outline,
      navigation: this.navigation,
      generationCommands: this.generationCommands,
      bookmarks: this.bookmarks,
      preview: this.preview,
    });
    this.filter = new ContinuationFilter({
      ...tree,
      list: this.continuations.list,
      findAgentName: (agentId) => findAgent(this.#grove, agentId)?.name,
    });
    this.pruning = new PruningSession({ ...acting, continuations: this.continuations });
    this.comparison = new ComparisonSession({
      ...tree,
      list: () => this.continuations.list.get(),
      findDraft: () => this.#manuscript?.draft() ?? null,
    });
    const stops = [
      this.continuations.headCount.subscribe(() => this.#showContinuationCount()),
      this.generation.jobs.subscribe(() => this.#incoming.show()),
      // Once main has a restored path, continuations may belong to another head.
      this.draft.status.subscribe(() => this.#incoming.show()),
      this.path.mirror.subscribe(() => {
        this.#showHeaders();
        this.#counts.loadRemaining();
      }),
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
  }

  /** The manuscript's initial content. */
  content(): ManuscriptContent {
    const { rootPositionId, segments, edits, buffer, cursor } = this.#snapshot;
    return {
      rootPositionId,
      nodes: nodesOf(segments),
      text: segments.text,
      edits,
      buffer,
      cursor,
      snapshot: this.#textSnapshot,
    };
  }

  attach(manuscript: BufferSurface): void {
    this.#manuscript = manuscript;
    this.#textSnapshot = null;
    this.summary.set(manuscript.summary());
    this.#announcer.beginAt(manuscript.summary().currentPositionId);
    this.draft.attach(manuscript);
    this.#showHeaders();
    this.#counts.loadRemaining();
    this.#showContinuationCount();
    this.rest.show();
    void this.bookmarks.refresh();
    for (const resolve of this.#onAttached.splice(0)) resolve();
  }

  /** Takes the editor's events, in order. */
  onDraftEvent(event: DraftEvent): void {
    this.tokens.hide();
    this.pruning.forget();
    this.draft.onDraftEvent(event);
  }

  /** Types what was typed before there was a manuscript. @param takeTyped called once there is one */
  async typeAhead(takeTyped: () => string): Promise<void> {
    await this.#untilManuscript();
    const manuscript = this.#manuscript;
    const text = manuscript === null ? '' : takeTyped();
    if (text !== '') manuscript?.type(text);
  }

  onSummary(summary: ManuscriptSummary): void {
    this.summary.set(summary);
    if (summary.currentPositionId !== null) void this.#counts.load([summary.currentPositionId]);
    this.#incoming.show();
  }

  /** Requests of the manuscript that do not change its text. */
  onRequest(request: ManuscriptRequest): void {
    if (request.kind === 'about') this.nodePopover.open(request);
    else if (request.kind === 'counts') void this.#counts.load(request.positionIds);
    else if (request.kind === 'previewEnded') this.preview.end();
    else if (request.kind === 'goOn') void this.navigation.extendPath();
    else if (request.kind === 'readOn') void this.navigation.readOn();
    else if (request.kind === 'token') void this.tokens.show(request);
    else {
      const { positionId: at, fork, step } = request;
      void this.navigation.selectSiblingAt({ at, fork }, { step });
    }
  }

  /** The caret or the view stopped elsewhere. */
  onCursorMoved(): void {
    this.context.onCaretMoved();
    this.#cursor.onMoved();
  }

  /**
   * As it was when the tree was opened. If the grove turns out to be damaged later, the writer can go on:
   * nothing more is written to the file, but typed text is shown, and textSnapshot on this computer.
   */
  get isReadOnly(): boolean {
    return this.#options.grove.readOnly;
  }

  /** Whether the file is still being checked, so that nothing is committed: typed text stays in the draft. */
  get isChecking(): boolean {
    return this.#grove.isChecking;
  }

  /** The window lost the keyboard: saves everything to the file. */
  async onBlur(): Promise<void> {
    if (this.#options.grove.readOnly) return;
    await this.draft.flush();
    await this.#cursor.save();
    await this.#reportFailure(this.#options.client.call('draft.flush', { treeId: this.treeId }));
  }

  /** Sends everything that is unsent and has main write it to the file; resolves when main has done so. */
  async close(): Promise<void> {
    await this.draft.flush();
    await this.texts.flush();
    await this.choice.flush();
    await this.#cursor.save();
    await this.#reportFailure(this.#options.client.call('draft.flush', { treeId: this.treeId }));
  }

  /** Whether another tree is shown, which ends this one. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /**
   * Another tree is shown. Main has this one's text already, or refused it and will be sent it again. Returns
   * the text with its undo history; null if it cannot be textSnapshot.
   */
  leave(): TextSnapshot | null {
    this.#isLeft = true;
    const textSnapshot = this.#manuscript === null ? this.#textSnapshot : this.#manuscript.snapshot();
    this.#stop();
    this.#counts.close();
    this.continuations.close();
    this.rest.close();
    this.filter.close();
    this.node.close();
    this.context.close();
    this.outline.close();
    this.tokens.close();
    // A refused draft is sent again from the manuscript, so keep it attached.
    if (this.draft.status.get().error === null && !this.draft.isUnsent) this.draft.attach(null);
    this.#manuscript = null;
    this.#textSnapshot = textSnapshot;
    for (const resolve of this.#onAttached.splice(0)) resolve();
    return textSnapshot;
  }

  /** Main sent the grove again: its agents or its trees changed. */
  onGrove(grove: GroveSnapshot): void {
    this.#grove = grove;
    this.choice.onGrove(grove);
    this.texts.onGrove(grove);
    this.context.invalidate();
  }

  onGenerationUpdate(update: GenerationUpdate): void {
    this.generation.update(update);
  }

  /** The tree changed: everything that shows it takes its part of the update. */
  onTreeChange(update: TreeUpdate): void {
    this.path.patch(update.headers);
    this.continuations.onTreeChange(update);
    this.outline.onTreeChange(update);
    this.rest.onTreeChange(update);
    if (update.bookmarks !== null) this.bookmarks.onTreeChange(update.bookmarks);
    this.node.onTreeChange(update.changed);
    if (update.isPathMoved) this.draft.onPathMoved();
  }

  /** The tree changed in an unknown way: reads again what is shown of it. */
  onTreeReplaced(): void {
    this.path.forgetCounts();
    this.#readLists();
  }

  // Commands. Each reports its own failures and resolves when it is done.

  /** Splits at the caret and ends the path there; what followed stays in the original node. */
  async split(): Promise<void> {
    await this.#intents.submit(splitHere, 'The path ends here already.');
  }

  async branchEdit(): Promise<void> {
    const { outcome } = await this.#intents.submit(
      branchEdit,
      'There is no edit here to turn into a branch.',
    );
    if (outcome === 'done') this.#announcer.announceBranch(this.#currentPosition(), this.#currentFork());
  }

  /** The caret's node; null before the first one. */
  findCurrent(): PositionId | null {
    const current = this.#manuscript?.summary().currentPositionId ?? null;
    return current === null || this.path.findHeader(current) === undefined ? null : current;
  }

  async commit(): Promise<void> {
    await this.#intents.submit(commitDraft);
    await this.#reportFailure(this.#options.client.call('draft.flush', { treeId: this.treeId }));
  }

  undo(): void {
    this.#manuscript?.undo();
  }

  redo(): void {
    this.#manuscript?.redo();
  }

  focusManuscript(): void {
    this.#manuscript?.focus();
  }

  get isComposing(): boolean {
    return this.#manuscript?.isComposing() ?? false;
  }

  /** What Generate would continue; null while a commit decides that. */
  #findRequestStart(): RequestStart | null {
    const manuscript = this.#manuscript;
    if (manuscript === null) return null;
    const { atEnd, currentPositionId } = manuscript.summary();
    if (atEnd) return { at: null };
    if (currentPositionId === null) return null;
    const { nodeId, offset, length } = manuscript.caretInSegment();
    const isInside = nodeId !== null && offset > 0 && offset < length;
    return isInside ? { at: currentPositionId, offset } : { at: currentPositionId };
  }

  /** Resolves when there is a manuscript, or when there will be none. */
  async #untilManuscript(): Promise<void> {
    if (this.#manuscript !== null || this.#isLeft) return;
    await new Promise<void>((resolve) => {
      this.#onAttached.push(resolve);
    });
  }

  #findAuthor(positionId: PositionId): Agent | undefined {
    return findAgent(this.#grove, this.path.findHeader(positionId)?.authorId ?? null);
  }

  /** Null without a manuscript, and during a commit. */
  #currentFork(): PositionId | null {
    return this.#manuscript?.summary().forkId ?? null;
  }

  #currentPosition(): PositionId | null {
    return this.#manuscript?.summary().currentPositionId ?? null;
  }

  /** A new function each time, which tells the editor that the headers changed. */
  #showHeaders(): void {
    this.#manuscript?.showHeaders((positionId) => this.path.findHeader(positionId));
  }

  #onSettled(job: JobSnapshot, slot: SlotSnapshot): void {
    this.#incoming.onSettled(job);
    this.generationCommands.onSettled(slot);
    void this.#emptySplits.onSettled(job);
    const others = this.generation.slotsOf(job.jobId).filter((known) => known.slot !== slot.slot);
    this.#announcer.announceSettled(slot, others);
  }

  #showContinuationCount(): void {
    this.#manuscript?.showContinuationCount(this.continuations.headCount.get());
  }

  #readLists(): void {
    this.continuations.onTreeReplaced();
    this.outline.reader.scheduleRead();
    void this.bookmarks.refresh();
    this.node.onTreeReplaced();
    this.rest.onTreeReplaced();
  }

  /** Awaits a request and reports its failure as a banner. */
  async #reportFailure(request: Promise<unknown>): Promise<void> {
    try {
      await request;
    } catch (error) {
      this.#options.notices.report(error);
    }
  }
}
