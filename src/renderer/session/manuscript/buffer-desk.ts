import type { UndoSteps } from '../../../core/buffer/undo-steps.ts';
import { firstNodeAt, type NodeId, type PositionId } from '../../../core/ids.ts';
import type { SceneAction } from '../../../core/sections/scene-edits.ts';
import { wholeSpans } from '../../../core/text/span.ts';
import { POSITION_FLAGS } from '../../../core/tree/tree-node.ts';
import type { ContinuationJob } from '../../../ipc/wire/generation.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { PathSnapshot } from '../../../ipc/wire/path.ts';
import { CHECKED, UNCHECKED } from '../../../ui-text/documents.ts';
import {
  NO_EDIT_TO_BRANCH,
  PATH_ENDS_HERE,
  TEXT_HAS_CHANGED,
  UNDO_FAILED,
} from '../../../ui-text/page/moves.ts';
import { SCENE_DONE, SCENE_REFUSED } from '../../../ui-text/scenes.ts';
import type {
  BufferSurface,
  CursorState,
  DraftEvent,
  LinkInText,
  ManuscriptContent,
  ManuscriptRequest,
  ManuscriptSummary,
  TextSnapshot,
} from '../../surface.ts';
import { type SharedDeskOptions, TreeDesk } from '../desk/tree-desk.ts';
import { findAuthor, type ManuscriptScope, type OpenedTree, openTreeScope } from '../draft/tree-scope.ts';
import { createFenceSession, type FenceSession } from '../fences/fence-session.ts';
import type { IntentContext, PathIntent } from '../path/intent.ts';
import { headersOf, nodesOf } from '../path/path-segments.ts';
import type { PathCounts } from '../path/path-session.ts';
import { ProposalSession } from '../proposals/proposal-session.ts';
import { RewriteSession } from '../rewrites/rewrite-session.ts';
import type { GenerationSettings } from '../settings/generation-choice.ts';
import type { Store, WritableStore } from '../store.ts';
import { type ManuscriptSurface, SurfaceSlot } from '../surface-slot.ts';
import { TimelineSession } from '../timeline/timeline-session.ts';
import type { RequestStart } from '../tree/context-session.ts';
import { createFindSession, type FindSession } from '../tree/find-session.ts';
import { type GenerationSession, isRunning, type ShownSlot } from '../tree/generation-session.ts';
import { createNodePopover, type NodePopover } from './node-popover.ts';
import { createPreviewSession, type PreviewSession } from './preview-session.ts';
import { RestSession, type ShownRest } from './rest-session.ts';
import { createScenesSession, type ScenesSession } from './scenes-session.ts';
import { createTokenSession, type ShownToken, type TokenSession } from './token-session.ts';

export interface BufferDeskOptions extends SharedDeskOptions, OpenedTree {
  /** The text and undo history this window left, if the snapshot still matches. */
  readonly textSnapshot: TextSnapshot | null;
  /** Without a snapshot: the undo history that an earlier session left. */
  readonly undo: UndoSteps | null;
}

/** A tree as a manuscript: its desk, and actions on the caret or the text on the screen. */
export class BufferDesk {
  readonly mode = 'buffer';
  readonly tree: TreeDesk;
  /** The manuscript's latest summary; null until it is on the screen. */
  readonly summary: Store<ManuscriptSummary | null>;
  readonly commands: ManuscriptCommands;
  readonly find: FindSession;
  readonly nodePopover: NodePopover;
  readonly preview: PreviewSession;
  /** The chapters and scenes as cards. */
  readonly scenes: ScenesSession;
  readonly rewrites: RewriteSession;
  readonly fences: FenceSession;
  /** Agents' suggestions for the text. */
  readonly proposals: ProposalSession;
  readonly timeline: TimelineSession;
  /** Token probabilities of models' nodes. */
  readonly tokens: TokenSession;
  /** As main last sent it. */
  readonly #grove: WritableStore<GroveSnapshot>;
  readonly #surface = new SurfaceSlot<ManuscriptSummary, ManuscriptSurface>();
  readonly #counts: PathCounts;
  readonly #cursor: CursorSession;
  readonly #incoming: IncomingText;
  /** The text that stays in sight where the path took another way. */
  readonly #rest: RestSession;
  readonly #stops: readonly (() => void)[];
  #snapshot: PathSnapshot;
  /** The request of a rewrite's bar, as last reported to the Sent tab. */
  #asking = '';
  /** The state from which the next manuscript continues; null once there is one. */
  #textSnapshot: TextSnapshot | null;
  #undo: UndoSteps | null;

  constructor(options: BufferDeskOptions) {
    const { snapshot, notices } = options;
    this.#snapshot = snapshot;
    this.#textSnapshot = options.textSnapshot;
    this.#undo = options.undo;
    const surface = this.#surface;
    const scope = openTreeScope(options, surface, 'buffer', ({ sentence }) =>
      notices.show({ sentence: UNDO_FAILED, detail: sentence }),
    );
    this.#grove = scope.grove;
    const { counts, draft, intents, path, readOnly } = scope;
    this.summary = surface.summary;
    this.#counts = counts;
    this.tree = new TreeDesk(scope, {
      ...options,
      answerKind: 'continuation',
      turns: null,
      findRequestStart: () => this.#findRequestStart(),
      undoPruning: () => this.tree.undo(),
      onChanged: (update) => {
        this.#rest.onTreeChange(update);
        this.scenes.onTreeChange();
      },
    });
    const { announcer, choice, context, continuations, emptySplits, generation, navigation, texts } =
      this.tree;
    this.#incoming = createIncomingText(scope, generation, (arrival) => {
      continuations.onArrival(arrival.positionId);
      const endsStep = () => emptySplits.takeLastStep(arrival.parentId);
      return intents.submit((context) => acceptArrival(context, arrival, endsStep));
    });
    this.#cursor = createCursorSession(scope, snapshot.cursor, () =>
      announcer.announceAlternatives(surface.currentPositionId, surface.forkId),
    );
    this.#rest = new RestSession(scope);
    this.find = createFindSession({ notices, readOnly, findTarget: surface.find });
    this.tokens = createTokenSession(scope);
    this.nodePopover = createNodePopover(scope);
    this.scenes = createScenesSession(scope, this.tree, options.schedule);
    this.commands = createManuscriptCommands(scope, this.tree, this.#rest, this.scenes);
    this.rewrites = new RewriteSession({
      ...scope,
      choice,
      texts,
      runningJobs: options.runningJobs,
      generate: () => this.commands.generate(),
      schedule: options.schedule,
    });
    this.fences = createFenceSession(scope, this.rewrites, choice);
    this.proposals = new ProposalSession(scope);
    this.timeline = new TimelineSession(scope);
    this.preview = createPreviewSession(scope, continuations);
    this.#stops = [
      intents.submitting.subscribe(() => this.preview.end()),
      draft.pathReread.subscribe((reread) => {
        this.#snapshot = reread;
        this.#rest.onTreeChange(null);
      }),
      navigation.switched.subscribe(({ from, to }) => this.nodePopover.onSwitch(from, to)),
      generation.settled.subscribe(({ job }) => this.#incoming.onSettled(job)),
      generation.jobs.subscribe(() => this.#incoming.show()),
      // Once main has a restored path, continuations may belong to another head.
      draft.status.subscribe(() => this.#incoming.show()),
      continuations.headCount.subscribe(() => this.#showContinuationCount()),
      context.truncated.subscribe(() => surface.find()?.showTruncated(context.truncated.get())),
      this.rewrites.state.subscribe(() => this.#onRewrites()),
      path.mirror.subscribe(() => {
        this.#showHeaders();
        this.#counts.loadRemaining();
      }),
    ];
  }

  /** Main sent the grove again: its agents or its trees changed. */
  onGrove(grove: GroveSnapshot): void {
    this.#grove.set(grove);
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
      undo: this.#undo,
    };
  }

  attach(manuscript: ManuscriptSurface): void {
    const { announcer, bookmarks, draft } = this.tree;
    this.#textSnapshot = null;
    this.#undo = null;
    this.#surface.attach(manuscript);
    announcer.beginAt(manuscript.summary().currentPositionId);
    draft.attach(manuscript);
    this.#showHeaders();
    this.#counts.loadRemaining();
    this.#showContinuationCount();
    this.#rest.show();
    this.rewrites.onAttached();
    this.proposals.shown.onAttached();
    void bookmarks.refresh();
  }

  /** Takes the editor's events, in order. */
  onDraftEvent(event: DraftEvent): void {
    this.tokens.hide();
    this.tree.pruning.forget();
    this.scenes.onTextChanged();
    this.tree.draft.onDraftEvent(event);
  }

  onSummary(summary: ManuscriptSummary): void {
    this.#surface.onSummary(summary);
    this.rewrites.onEdited();
    if (summary.currentPositionId !== null) void this.#counts.load([summary.currentPositionId]);
    this.#incoming.show();
    this.tree.draft.onShown();
  }

  /** Requests of the manuscript that do not change its text. */
  onRequest(request: ManuscriptRequest): void {
    const { navigation } = this.tree;
    if (request.kind === 'about') this.nodePopover.open(request);
    else if (request.kind === 'counts') void this.#counts.load(request.positionIds);
    else if (request.kind === 'previewEnded') this.preview.end();
    else if (request.kind === 'goOn') void navigation.extendPath();
    else if (request.kind === 'fence') void this.fences.runFrom(request.from);
    else if (request.kind === 'readOn') void this.commands.readOn();
    else if (request.kind === 'token') void this.tokens.show(request);
    else {
      const { positionId: at, fork, step } = request;
      void navigation.selectSiblingAt({ at, fork }, { step });
    }
  }

  /** The caret or the view stopped elsewhere. */
  onCursorMoved(): void {
    this.tree.context.onCaretMoved();
    this.#cursor.onMoved();
  }

  /** The window lost the keyboard: saves everything to the file. */
  async onBlur(): Promise<void> {
    if (this.tree.isReadOnly) return;
    await this.tree.draft.flush();
    await this.#cursor.save();
    await this.tree.writeDraft();
  }

  /** Types the text from before there was a manuscript. @param takeTyped called once there is one */
  async typeAhead(takeTyped: () => string): Promise<void> {
    await this.#surface.untilAttached();
    const manuscript = this.#surface.find();
    const text = manuscript === null ? '' : takeTyped();
    if (text !== '') manuscript?.type(text);
  }

  /** Sends everything that is unsent and has main write it to the file; resolves when main has done so. */
  async flush(): Promise<void> {
    await this.proposals.shown.send();
    await this.tree.draft.flush();
    await this.tree.flushAside();
    await this.#cursor.save();
    await this.tree.writeDraft();
  }

  /**
   * Another tree is shown. Main has this one's text already, or refused it and will be sent it again. Returns
   * the text with its undo history; null if it cannot be kept.
   */
  leave(): TextSnapshot | null {
    const manuscript = this.#surface.find();
    const text = manuscript === null ? this.#textSnapshot : manuscript.snapshot();
    const { draft } = this.tree;
    for (const stop of this.#stops) stop();
    this.#rest.close();
    this.rewrites.leave();
    this.proposals.leave();
    this.timeline.leave();
    this.scenes.end();
    this.tokens.close();
    this.tree.close();
    // A refused draft is sent again from the manuscript, so keep it attached.
    if (draft.status.get().error === null && !draft.isUnsent) draft.attach(null);
    this.#textSnapshot = text;
    this.#surface.close();
    return text;
  }

  /** The next request has another target or other words: what streams does not change it. */
  #onRewrites(): void {
    const { isOpen, kind, instruction, current, isRunning } = this.rewrites.state.get();
    const asking = JSON.stringify([isOpen, kind, instruction, current, isRunning]);
    if (asking === this.#asking) return;
    this.#asking = asking;
    this.tree.context.invalidate();
  }

  /** Start of the next request; null while a commit decides that. */
  #findRequestStart(): RequestStart | null {
    const start = findRequestStart(this.#surface);
    const replace = start === null ? null : this.rewrites.request;
    return replace === null ? start : { at: null, replace };
  }

  /** A new function each time, which notifies the editor of changed headers. */
  #showHeaders(): void {
    this.#surface.find()?.showHeaders((positionId) => this.tree.path.findHeader(positionId));
  }

  #showContinuationCount(): void {
    this.#surface.find()?.showContinuationCount(this.tree.continuations.headCount.get());
  }
}

/** The place that Generate would continue; null while a commit decides that. */
function findRequestStart(slot: SurfaceSlot<ManuscriptSummary, ManuscriptSurface>): RequestStart | null {
  const surface = slot.find();
  if (surface === null) return null;
  const { atEnd, currentPositionId } = surface.summary();
  const { nodeId, offset } = surface.caretInSegment();
  if (nodeId === null) return { at: null, offset };
  if (atEnd) return { at: null };
  return currentPositionId === null ? null : { at: currentPositionId, offset };
}

/** Commands that change the tree at the caret in a text. Each method reports its own failures. */
function createManuscriptCommands(
  scope: ManuscriptScope,
  tree: TreeDesk,
  rest: RestSession,
  scenes: ScenesSession,
) {
  const { intents } = scope;

  async function generateHere(settings: GenerationSettings): Promise<void> {
    // Without an agent, nothing is requested, and that is announced.
    if (settings.agentIds.length > 0) {
      // The writer may have scrolled on to read: what they ask for comes where they see it.
      scope.surface.find()?.revealCaret();
      const { outcome } = await intents.submit(splitHere);
      if (outcome === 'failed') return;
      if (outcome === 'done') tree.emptySplits.expectAnswer();
    }
    const hasStarted = await tree.generationCommands.generateAtHead(settings);
    if (!hasStarted) await tree.emptySplits.onRefused();
  }

  return {
    /** Splits at the caret and ends the path there; what followed stays in the original node. */
    async split(): Promise<void> {
      await intents.submit(splitHere, PATH_ENDS_HERE);
    },

    /** Makes the edit of the caret's node a branch beside it. */
    async branchEdit(): Promise<void> {
      const { outcome } = await intents.submit(branchEdit, NO_EDIT_TO_BRANCH);
      if (outcome === 'done') tree.navigation.announceBranch();
    },

    /** True if text stays in sight where the path took another way. */
    get canReadOn(): boolean {
      return rest.find() !== null;
    },

    /** Returns to what follows in the text where the path took another way; the caret goes to that place. */
    async readOn(): Promise<void> {
      const shown = rest.find();
      if (shown === null) return;
      const { outcome } = await tree.navigation.jump((context) => readOn(context, shown));
      if (outcome === 'done') tree.navigation.announceBranch();
    },

    /**
     * Moves, divides or joins the chapter or the scene that is selected in *Scenes* or else at the caret, and announces
     * it.
     */
    editScenes(action: SceneAction): void {
      if (scenes.active.get() >= 0) return void scenes.act(action);
      const surface = scope.surface.find();
      if (surface === null) return;
      const done = surface.editScenes(action);
      if (typeof done === 'number') scope.notices.announce(SCENE_DONE[action]);
      else scope.notices.tell(SCENE_REFUSED[done]);
    },

    /** The link at the caret of a document; null for none. */
    findLink(): LinkInText | null {
      return scope.surface.find()?.linkAtCaret() ?? null;
    },

    /** Null without a selection. */
    selection(): { readonly from: number; readonly text: string } | null {
      const shown = scope.surface.find();
      const text = shown?.selectedText() ?? '';
      if (shown === null || text === '') return null;
      const { anchor, head } = shown.cursor();
      return { from: Math.min(anchor, head), text };
    },

    selectedText(): string {
      return scope.surface.find()?.selectedText() ?? '';
    },

    /** Types a text in place of the selection, and returns the keyboard there. */
    insert(text: string): void {
      scope.surface.find()?.type(text);
      tree.focus();
    },

    /** Checks or unchecks the checkboxes of the selected lines of a document, and announces which. */
    toggleCheckboxes(): void {
      const surface = scope.surface.find();
      if (surface !== null) scope.notices.announce(surface.toggleCheckboxes() ? CHECKED : UNCHECKED);
    },

    /**
     * Continues the text from the caret. At the end of the text, that is the head after the working buffer; anywhere else, the
     * path is ended at the caret first, whether that is inside a node or where two meet.
     */
    async generate(): Promise<void> {
      await generateHere(tree.choice.store.get());
    },

    /** Ends the path at the caret and requests one continuation there. */
    async splitAndBranch(): Promise<void> {
      await generateHere({ ...tree.choice.store.get(), count: 1 });
    },

    /** Replaces a generated token by an alternative, on a new branch, and has the same agent continue from there. */
    async chooseToken({ nodeId, positionId, token }: ShownToken, text: string): Promise<void> {
      if (token === null) return;
      const author = findAuthor(scope, positionId);
      const { outcome } = await intents.submit(
        (context) => chooseToken(context, { nodeId, positionId, offset: token.from }, text),
        TEXT_HAS_CHANGED,
      );
      if (outcome !== 'done') return;
      const isActive = author !== undefined && author.archivedAt === null;
      const settings = tree.choice.store.get();
      const agentIds = isActive ? [author.id] : settings.agentIds.slice(0, 1);
      await tree.generationCommands.generateAtHead({ ...settings, agentIds, count: 1 });
    },
  };
}

type ManuscriptCommands = ReturnType<typeof createManuscriptCommands>;

/** The cursor is saved at most this long after the caret or the view stopped elsewhere. Milliseconds. */
const SAVE_AFTER = 500;

/** Saves the caret and the view, so that the tree opens there again. */
function createCursorSession(
  { client, treeId, readOnly, notices, surface }: ManuscriptScope,
  saved: CursorState | null,
  onIdle: () => void,
) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let last: CursorState | null = saved;

  /** Saves now; resolves when main has it. Reports a failure as a banner. */
  async function save(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const cursor = surface.find()?.cursor();
    if (cursor === undefined || readOnly || isSameCursor(cursor, last)) return;
    last = cursor;
    await notices.attempt(client.call('cursor.save', { treeId, cursor }));
  }

  return {
    save,

    /** The caret or the view stopped elsewhere. */
    onMoved(): void {
      timer ??= setTimeout(() => {
        onIdle();
        void save();
      }, SAVE_AFTER);
    },
  };
}

type CursorSession = ReturnType<typeof createCursorSession>;

function isSameCursor(a: CursorState, b: CursorState | null): boolean {
  return b !== null && a.anchor === b.anchor && a.head === b.head && a.scroll === b.scroll;
}

function createIncomingText(
  { surface, draft, path }: ManuscriptScope,
  generation: GenerationSession,
  accept: (arrival: ShownSlot) => Promise<unknown>,
) {
  /** A complete continuation that waits to become text. */
  let waiting: ShownSlot | null = null;
  let streamed = '';

  /** Shows what streams after the head. Call it whenever that, the head or the working buffer may have changed. */
  function show(): void {
    const manuscript = surface.find();
    if (manuscript === null || draft.isCommitting) return;
    const shown = generation.findShown(path.headId);
    const isOpen = shown !== undefined && isRunning(shown.state) && manuscript.summary().bufferLength === 0;
    const text = isOpen ? shown.text : (waiting?.text ?? '');
    const agentId = isOpen ? shown.agentId : waiting?.agentId;
    if (text !== streamed) {
      streamed = text;
      manuscript.showStreaming(agentId === undefined || text === '' ? null : { agentId, text });
    }
    acceptWaiting();
  }

  /** Waits while a composition or a commit is in progress, so as to interrupt neither. */
  function acceptWaiting(): void {
    const arrival = waiting;
    const manuscript = surface.find();
    if (arrival === null || manuscript === null || draft.isCommitting) return;
    if (manuscript.isComposing()) {
      manuscript.afterComposing(() => acceptWaiting());
      return;
    }
    waiting = null;
    streamed = '';
    void accept(arrival).then(() => manuscript.showStreaming(null));
  }

  return {
    show,

    /** A slot of the job finished: if it is the one shown, it becomes part of the text. */
    onSettled({ jobId, parentId }: ContinuationJob): void {
      const head = path.headId;
      const shown = parentId === head ? generation.findShown(head, jobId) : undefined;
      const isEmpty = surface.find()?.summary().bufferLength === 0;
      // Only at this moment: a writer who returns here later has left it as a sibling.
      if (!isEmpty || shown?.jobId !== jobId || isRunning(shown.state) || shown.text === '') return;
      waiting = shown;
      show();
    },
  };
}

type IncomingText = ReturnType<typeof createIncomingText>;

// Intents that mean the caret in a manuscript's text: splitting, branching an edit, text that arrives.

export type ManuscriptContext = IntentContext<BufferSurface>;

/** Splits at the caret and ends the path there; does nothing at the end of the text. */
export function splitHere({ client, path, surface }: ManuscriptContext): PathIntent {
  return () => {
    const { nodeId, offset, length } = surface.caretInSegment();
    const { currentPositionId, bufferLength } = surface.summary();
    if (nodeId === null && offset === length) return null;
    const isHead = currentPositionId === path.headId && bufferLength === 0;
    if (nodeId !== null && offset === length && isHead) return null;
    return { send: (intent) => client.call('node.split', { ...intent, nodeId, offset }) };
  };
}

/** Splits a continuation at a token and puts another there; the path ends after it. */
export function chooseToken(
  { client, path, surface }: ManuscriptContext,
  { nodeId, positionId, offset }: { nodeId: NodeId; positionId: PositionId; offset: number },
  text: string,
): PathIntent {
  return () => {
    const isEdited = surface.draft().edits.some((edit) => edit.nodeId === nodeId);
    if (isEdited || path.findHeader(positionId)?.nodeId !== nodeId) return null;
    return {
      send: (intent) => client.call('node.chooseToken', { ...intent, nodeId, offset, text }),
      caretAfter: () => path.length - 1,
    };
  };
}

/** Makes the edit of the caret's node, pending or just committed, a branch beside it. */
export function branchEdit({ client, path, surface }: ManuscriptContext): PathIntent {
  return () => {
    const at = surface.summary().currentPositionId;
    const header = at === null ? undefined : path.findHeader(at);
    if (header === undefined) return null;
    const { nodeId } = header;
    const isEdited = surface.draft().edits.some((edit) => edit.nodeId === nodeId);
    // The first version at a position is not an edit.
    if (header.versionIndex === 1 && !isEdited) return null;
    const index = path.indexOf(header.positionId);
    return {
      send: (intent) => client.call('node.branchEdit', { ...intent, nodeId }),
      editMoved: ({ keptBefore, tail }) => {
        const branch = headersOf(tail)[index - keptBefore];
        const isMoved = branch !== undefined && branch.positionId !== header.positionId;
        return isMoved ? { was: nodeId, nodeId: branch.nodeId } : null;
      },
    };
  };
}

/** Switches to the text that stays in sight where the path took another way; the caret goes to its start. */
export function readOn({ client, path, surface }: IntentContext, rest: ShownRest): PathIntent {
  const { after, offset } = rest;
  return () => {
    const index = path.indexOf(after);
    if (index < 0 && after !== path.rootPositionId) return null;
    // A split gives way to the text that it divides; any other text stays.
    const isSplit = ((path.findHeader(after)?.flags ?? 0) & POSITION_FLAGS.split) !== 0;
    return {
      send: (intent) => client.call('path.readOn', { ...intent, after }),
      onDone: () => {
        if (!surface.isComposing()) surface.moveCaretInto(isSplit ? index : index + 1, offset);
      },
    };
  };
}

/**
 * Shows a continuation that arrived at the head as text, and makes it the head.
 * @param endsStep whether the last step ended the path here for it, so that undo takes back both
 */
export function acceptArrival(
  { client, path, surface }: ManuscriptContext,
  slot: ShownSlot,
  endsStep: () => boolean,
): PathIntent {
  return () => {
    const { bufferLength } = surface.summary();
    if (path.headId !== slot.parentId || bufferLength > 0 || surface.isComposing()) return null;
    const { positionId, agentId, text } = slot;
    return {
      keepsDraft: true,
      beforeSend: () => {
        surface.showStreaming(null);
        const spans = wholeSpans(agentId, text.length);
        surface.append({ nodeId: firstNodeAt(positionId), positionId, text, spans }, endsStep());
      },
      send: (intent) => client.call('path.arrive', { ...intent, positionId }),
    };
  };
}
