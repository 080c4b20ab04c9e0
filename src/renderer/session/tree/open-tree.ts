import type { PositionId, TreeId } from '../../../core/ids.ts';
import type { Agent } from '../../../core/tree/agent.ts';
import type { Preset } from '../../../ipc/preferences.ts';
import type { GenerationUpdate, JobSnapshot, SlotSnapshot } from '../../../ipc/wire/generation.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { HeaderPatch, PathSnapshot } from '../../../ipc/wire/path.ts';
import type { Client } from '../../client.ts';
import type {
  CaretSummary,
  DraftEvent,
  KeptText,
  ManuscriptFace,
  PathContent,
  TextAsk,
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
import { arrive, branchEdit, commitDraft, splitHere } from '../path/path-intents.ts';
import { nodesOf } from '../path/path-segments.ts';
import { PathSession } from '../path/path-session.ts';
import { PreviewSession } from '../path/preview-session.ts';
import { GenerationChoice } from '../settings/generation-settings.ts';
import { createStore, type WritableStore } from '../store.ts';
import { findAgent } from '../window/find-agent.ts';
import type { Notices } from '../window/notices.ts';
import type { Place } from '../window/place.ts';
import { Announcer } from './announcer.ts';
import { BookmarksSession } from './bookmarks-session.ts';
import { ComparisonSession } from './comparison-session.ts';
import { ContextSession, type RequestPlace } from './context-session.ts';
import { ContextTexts } from './context-texts.ts';
import { ContinuationFilter } from './continuation-filter.ts';
import { ContinuationsSession } from './continuations-session.ts';
import { GenerationCommands } from './generation-commands.ts';
import { GenerationSession } from './generation-session.ts';
import { MarkCommands } from './mark-commands.ts';
import { NodePopover } from './node-popover.ts';
import { NodeSession } from './node-session.ts';
import { PruningSession } from './pruning-session.ts';
import { TokenSession } from './token-session.ts';

export interface OpenTreeOptions {
  readonly client: Client;
  readonly grove: GroveSnapshot;
  readonly snapshot: PathSnapshot;
  /** The text with its history as this window left it, where the snapshot says the same. */
  readonly kept?: KeptText | null;
  /** How the outline and the map were left. */
  readonly outline?: OutlineState | null;
  readonly runningJobs: readonly JobSnapshot[];
  readonly checks: boolean;
  readonly notices: Notices;
  schedule(callback: () => void): void;
  /** Undefined for one that this computer does not have. */
  findPreset(id: string): Preset | undefined;
  /** The writer went elsewhere from this place. */
  onJump?(from: Place): void;
}

/** One tree as its window shows it: path, draft, generation and continuations, around one manuscript. */
export class OpenTree {
  readonly treeId: TreeId;
  readonly path: PathSession;
  readonly draft: DraftSession;
  readonly generation: GenerationSession;
  readonly continuations: ContinuationsSession;
  readonly asking: GenerationCommands;
  readonly moving: NavigationCommands;
  readonly marking: MarkCommands;
  readonly looking: NodePopover;
  readonly find: FindSession;
  readonly bookmarks: BookmarksSession;
  /** The caret's node, as the Node tab tells it. */
  readonly node: NodeSession;
  /** What the next request would send. */
  readonly context: ContextSession;
  /** Memory, author's note and what else the tree sends beside its text. */
  readonly texts: ContextTexts;
  /** What the manuscript last said of the caret; null until it is on the screen. */
  readonly summary: WritableStore<CaretSummary | null>;
  /** What the next Generate asks for. */
  readonly choice: GenerationChoice;
  readonly preview: PreviewSession;
  /** The whole tree, as the Tree tab shows it, and what is done there. */
  readonly outline: OutlineSession;
  readonly outlineActions: OutlineActions;
  /** What of the Continuations list is kept by a word. */
  readonly filter: ContinuationFilter;
  readonly pruning: PruningSession;
  readonly comparison: ComparisonSession;
  /** How likely the tokens of models' nodes were. */
  readonly tokens: TokenSession;
  readonly #options: OpenTreeOptions;
  readonly #announcer: Announcer;
  readonly #counts: PathCounts;
  readonly #intents: IntentSession;
  readonly #cursor: CursorSession;
  readonly #arrivals: IncomingText;
  readonly #stop: () => void;
  #snapshot: PathSnapshot;
  /** While there is no manuscript: what one goes on from. */
  #kept: KeptText | null;
  /** As main last told it. */
  #grove: GroveSnapshot;
  #manuscript: ManuscriptFace | null = null;
  #isLeft = false;
  /** What is to be done once there is a manuscript, or will be none. */
  #onAttached: (() => void)[] = [];

  constructor(options: OpenTreeOptions) {
    const { client, snapshot, notices } = options;
    this.#options = options;
    this.#snapshot = snapshot;
    this.#kept = options.kept ?? null;
    this.treeId = snapshot.treeId;
    this.summary = createStore<CaretSummary | null>(null);
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
      findPlace: () => this.#manuscript?.place() ?? null,
      onReread: (reread) => {
        this.#snapshot = reread;
      },
      onNotRestored: ({ sentence }) =>
        notices.show({
          sentence: 'That could not be undone or redone just now. Nothing was lost.',
          detail: sentence,
        }),
      onBug: (error) => {
        // The page's own error, too: it is a mistake of ours and must show up where those are looked for.
        reportError(error);
        notices.report(error);
      },
    });
    this.generation = new GenerationSession({
      schedule: options.schedule,
      onSettled: (job, slot) => this.#settled(job, slot),
    });
    this.generation.restore(options.runningJobs);

    // What most of them know of the tree; who changes something in it has its intents carried out, too.
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
      findPosition: () => this.#currentPosition(),
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
      onRest: () => this.#announcer.tellRest(this.#currentPosition()),
    });
    this.#arrivals = new IncomingText({
      generation: this.generation,
      findManuscript: () => this.#manuscript,
      headId: () => this.path.headId,
      isMoving: () => this.draft.isCommitting,
      take: (arrival) => {
        this.continuations.takeArrival(arrival.positionId);
        return this.#intents.submit((context) => arrive(context, arrival));
      },
    });
    this.find = new FindSession({
      readOnly: options.grove.readOnly,
      notices,
      manuscript: () => this.#manuscript,
    });
    this.continuations = new ContinuationsSession({ ...tree, generation: this.generation });
    this.bookmarks = new BookmarksSession(tree);
    this.node = new NodeSession(tree);
    this.tokens = new TokenSession({
      ...tree,
      isModels: (positionId) => this.#findAuthor(positionId)?.type === 'model',
    });
    this.context = new ContextSession({
      ...tree,
      draft: this.draft,
      choice: this.choice,
      findPlace: () => this.#findRequestPlace(),
      showLeftOut: (ranges) => this.#manuscript?.showLeftOut(ranges),
    });
    this.texts = new ContextTexts({
      ...tree,
      grove: options.grove,
      onSaved: () => this.context.follow(),
    });
    this.asking = new GenerationCommands({
      ...acting,
      choice: this.choice,
      generation: this.generation,
      continuations: this.continuations,
      texts: this.texts,
      findAuthor: (positionId) => this.#findAuthor(positionId),
      tell: (request) => this.#tell(request),
      onTaken: () => this.#announcer.tellBranch(this.#currentPosition()),
    });
    this.marking = new MarkCommands({
      ...acting,
      bookmarks: this.bookmarks,
      findCurrent: () => this.findCurrent(),
    });
    this.looking = new NodePopover({
      ...tree,
      counts: this.#counts,
      node: this.node,
      findCurrent: () => this.findCurrent(),
    });
    this.moving = new NavigationCommands({
      ...acting,
      continuations: this.continuations,
      bookmarks: this.bookmarks,
      announcer: this.#announcer,
      untilManuscript: () => this.#untilManuscript(),
      onJump: (from) => options.onJump?.(from),
      onSwitched: (from, to) => this.looking.followSwitch(from, to),
    });
    this.preview = new PreviewSession({
      ...tree,
      counts: this.#counts,
      untilStill: () => this.draft.untilStill(),
      list: () => this.continuations.list.get(),
    });
    this.outline = new OutlineSession({
      ...tree,
      memory: options.outline ?? null,
    });
    this.outlineActions = new OutlineActions({
      ...acting,
      readOnly: options.grove.readOnly,
      outline: this.outline,
      moving: this.moving,
      asking: this.asking,
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
      this.generation.jobs.subscribe(() => this.#arrivals.show()),
      // What undo put back is with main: another head may be the one that continuations are shown of.
      this.draft.status.subscribe(() => this.#arrivals.show()),
      this.path.mirror.subscribe(() => {
        this.#showHeaders();
        this.#counts.askForRest();
      }),
    ];
    this.#stop = () => {
      for (const stop of stops) stop();
    };
  }

  /** What the manuscript shows first. */
  content(): PathContent {
    const { rootPositionId, segments, edits, buffer, cursor } = this.#snapshot;
    const kept = this.#kept;
    return { rootPositionId, nodes: nodesOf(segments), text: segments.text, edits, buffer, cursor, kept };
  }

  attach(manuscript: ManuscriptFace): void {
    this.#manuscript = manuscript;
    this.#kept = null;
    this.summary.set(manuscript.summary());
    this.#announcer.beginAt(manuscript.summary().currentPositionId);
    this.draft.attach(manuscript);
    this.#showHeaders();
    this.#counts.askForRest();
    this.#showContinuationCount();
    void this.bookmarks.refresh();
    for (const resolve of this.#onAttached.splice(0)) resolve();
  }

  /** The editor's events, in order. */
  take(event: DraftEvent): void {
    this.tokens.hide();
    this.pruning.forget();
    this.draft.take(event);
  }

  /** Types at the caret what was typed before there was a manuscript. @param take is asked once there is one */
  async typeAhead(take: () => string): Promise<void> {
    await this.#untilManuscript();
    const manuscript = this.#manuscript;
    const text = manuscript === null ? '' : take();
    if (text !== '') manuscript?.type(text);
  }

  takeSummary(summary: CaretSummary): void {
    this.summary.set(summary);
    if (summary.currentPositionId !== null) void this.#counts.know([summary.currentPositionId]);
    this.#arrivals.show();
  }

  /** What the writer asks for beside the text. */
  takeAsk(ask: TextAsk): void {
    if (ask.kind === 'about') this.looking.showAbout(ask);
    else if (ask.kind === 'counts') void this.#counts.know(ask.positionIds);
    else if (ask.kind === 'previewEnded') this.preview.end();
    else if (ask.kind === 'goOn') void this.moving.goOn();
    else if (ask.kind === 'token') void this.tokens.show(ask);
    else void this.moving.selectSiblingAt(ask.positionId, { step: ask.step });
  }

  /** The caret or the view came to rest elsewhere. */
  takePlace(): void {
    this.context.followCaret();
    this.#cursor.follow();
  }

  /**
   * As it was when the tree was opened. Who is writing when the grove is found to be damaged goes on: the file is written
   * to no more, but what is typed is shown, and kept on this computer.
   */
  get isReadOnly(): boolean {
    return this.#options.grove.readOnly;
  }

  /** The window lost the keyboard: everything goes to the file. */
  async takeBlur(): Promise<void> {
    if (this.#options.grove.readOnly) return;
    await this.draft.flush();
    await this.#cursor.save();
    await this.#tell(this.#options.client.call('draft.flush', { treeId: this.treeId }));
  }

  /** Sends what is unsent, and says that this was all; resolves when main has it. */
  async close(): Promise<void> {
    await this.draft.flush();
    await this.texts.flush();
    await this.choice.flush();
    await this.#cursor.save();
    await this.#tell(this.#options.client.call('draft.flush', { treeId: this.treeId }));
  }

  /** Another tree is shown, and nothing is done here any more. */
  get isLeft(): boolean {
    return this.#isLeft;
  }

  /**
   * Another tree is shown; what was typed here is with main already, or was refused by it, and is sent again. Answers
   * the text with its history; null where it cannot be kept.
   */
  leave(): KeptText | null {
    this.#isLeft = true;
    const kept = this.#manuscript === null ? this.#kept : this.#manuscript.keep();
    this.#stop();
    this.#counts.close();
    this.continuations.close();
    this.filter.close();
    this.node.close();
    this.context.close();
    this.outline.close();
    this.tokens.close();
    // What is refused is sent again from what the manuscript holds.
    if (this.draft.status.get().error === null && !this.draft.isUnsent) this.draft.attach(null);
    this.#manuscript = null;
    this.#kept = kept;
    for (const resolve of this.#onAttached.splice(0)) resolve();
    return kept;
  }

  /** Main told of the grove again: its agents or its trees changed. */
  takeGrove(grove: GroveSnapshot): void {
    this.#grove = grove;
    this.choice.takeGrove(grove);
    this.texts.takeGrove(grove);
    this.context.follow();
  }

  takeGeneration(update: GenerationUpdate): void {
    this.generation.update(update);
  }

  takeTreeChange(parentId: PositionId, headers: readonly HeaderPatch[]): void {
    this.path.patch(headers);
    this.continuations.treeChanged(parentId);
    this.outline.reading.follow();
    void this.bookmarks.refresh();
    this.node.treeChanged(headers.map(({ positionId }) => positionId));
  }

  // Commands. Each tells what went wrong by itself and resolves when it is over.

  /** Ends the path at the caret, in a node of its own; what followed stays where it was. */
  async split(): Promise<void> {
    await this.#intents.submit(splitHere, 'The path ends here already.');
  }

  async branchEdit(): Promise<void> {
    const { outcome } = await this.#intents.submit(branchEdit, 'There is no edit here to make a branch of.');
    if (outcome === 'done') this.#announcer.tellBranch(this.#currentPosition());
  }

  /** The caret's node; null before the first one. */
  findCurrent(): PositionId | null {
    const current = this.#manuscript?.summary().currentPositionId ?? null;
    return current === null || this.path.findHeader(current) === undefined ? null : current;
  }

  async commit(): Promise<void> {
    await this.#intents.submit(commitDraft);
    await this.#tell(this.#options.client.call('draft.flush', { treeId: this.treeId }));
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

  /** Where Generate would go on from; null while a commit decides that. */
  #findRequestPlace(): RequestPlace | null {
    const manuscript = this.#manuscript;
    if (manuscript === null) return null;
    const { atEnd, currentPositionId } = manuscript.summary();
    if (atEnd) return { at: null };
    if (currentPositionId === null) return null;
    const { nodeId, offset, length } = manuscript.caretPart();
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

  /** Null without a manuscript, and while a commit decides it. */
  #currentPosition(): PositionId | null {
    return this.#manuscript?.summary().currentPositionId ?? null;
  }

  /** Another function each time: only so does the editor know that something it answers is new. */
  #showHeaders(): void {
    this.#manuscript?.showHeaders((positionId) => this.path.findHeader(positionId));
  }

  #settled(job: JobSnapshot, slot: SlotSnapshot): void {
    this.#arrivals.settled(job);
    this.asking.takeSettled(slot);
    const others = this.generation.slotsOf(job.jobId).filter((known) => known.slot !== slot.slot);
    this.#announcer.tellSettled(slot, others);
  }

  #showContinuationCount(): void {
    this.#manuscript?.showContinuationCount(this.continuations.headCount.get());
  }

  /** Waits for a request whose failure is told as a banner. */
  async #tell(request: Promise<unknown>): Promise<void> {
    try {
      await request;
    } catch (error) {
      this.#options.notices.report(error);
    }
  }
}
