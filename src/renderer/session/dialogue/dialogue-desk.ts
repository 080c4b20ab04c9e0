import type { UndoSteps } from '../../../core/buffer/undo-steps.ts';
import type { AgentId, NodeId, PositionId } from '../../../core/ids.ts';
import type { GroveSnapshot } from '../../../ipc/wire/grove.ts';
import type { PathSnapshot } from '../../../ipc/wire/path.ts';
import type { TextSnapshot } from '../../surface.ts';
import { type SharedDeskOptions, TreeDesk } from '../desk/tree-desk.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { findSpeaker, type OpenedTree, openTreeScope } from '../draft/tree-scope.ts';
import { nodesOf } from '../path/path-segments.ts';
import type { PathCounts } from '../path/path-session.ts';
import { activeModelAgents } from '../settings/generation-choice.ts';
import { createStore, readableOf, type Store, type WritableStore } from '../store.ts';
import { SurfaceSlot } from '../surface-slot.ts';
import { createFindSession, type FindSession, type FindTarget } from '../tree/find-session.ts';
import type { TurnStarts } from '../tree/turn-starts.ts';
import { type Addressing, createAddressing } from './addressing.ts';
import { Conversation } from './conversation.ts';
import type { ConversationPlace } from './conversation-state.ts';
import { createDialogueCommands, type DialogueCommands, showReply } from './dialogue-commands.ts';
import { Replies } from './replies.ts';
import { createTypedCommands, type TypedCommands } from './typed-commands.ts';

export interface DialogueDeskOptions extends SharedDeskOptions, OpenedTree {
  /** Begins the turns of loom-aware agents. */
  readonly turns: TurnStarts;
  /** The boxes and their undo history that this window left, if the snapshot still matches. */
  readonly textSnapshot: TextSnapshot | null;
  /** The undo history that an earlier session left. */
  readonly undo: UndoSteps | null;
}

/** A tree as a conversation (`dialogue.md`): its desk, and actions on a message, the composer or an open edit. */
export class DialogueDesk {
  readonly mode = 'dialogue';
  readonly tree: TreeDesk;
  readonly conversation: Conversation;
  readonly commands: DialogueCommands;
  readonly regeneration: Regeneration;
  readonly replies: Replies;
  readonly reasoning: Reasoning;
  readonly typedCommands: TypedCommands;
  readonly addressing: Addressing;
  readonly find: FindSession;
  /** The writer's place. */
  readonly place: Store<ConversationPlace | null>;
  /** A conversation shows no previews. */
  readonly preview = null;
  readonly #grove: WritableStore<GroveSnapshot>;
  readonly #surface = new SurfaceSlot<ConversationPlace, Conversation>();
  #findTarget: FindTarget | null = null;
  readonly #counts: PathCounts;
  readonly #stops: readonly (() => void)[];

  constructor(options: DialogueDeskOptions) {
    const { client, snapshot, notices } = options;
    const surface = this.#surface;
    const scope = openTreeScope(options, surface, 'dialogue', (error) => notices.reportRefusal(error));
    this.#grove = scope.grove;
    const { counts, draft, intents, path } = scope;
    this.#counts = counts;
    this.reasoning = createReasoning(scope);
    const conversation = new Conversation({
      content: { ...contentOf(snapshot, options.textSnapshot), undo: options.undo },
      readOnly: options.grove.readOnly,
      onEvent: (event) => {
        this.tree.pruning.forget();
        draft.onDraftEvent(event);
      },
      onTakenBack: (messages) =>
        void options.turns.onTakenBack(
          snapshot.treeId,
          messages.map(({ positionId }) => positionId),
        ),
      onPlace: () => {
        draft.onShown();
        this.typedCommands.update();
        this.addressing.update();
        const place = conversation.summary();
        const known = surface.summary.get();
        if (known === null || !isSamePlace(known, place)) surface.onSummary(place);
      },
    });
    this.conversation = conversation;
    this.place = surface.summary;
    this.tree = new TreeDesk(scope, {
      ...options,
      answerKind: 'reply',
      findRequestStart: () => {
        const { currentId } = conversation.view.get();
        return { at: currentId };
      },
      undoPruning: () => this.commands.undo(),
      onChanged: () => undefined,
    });
    const { choice, continuations, generation, generationCommands, pruning } = this.tree;
    this.typedCommands = createTypedCommands(scope, conversation, options.turns);
    this.addressing = createAddressing(scope, conversation, choice);
    this.commands = createDialogueCommands(scope, {
      conversation,
      addressing: this.addressing,
      generationCommands,
      pruning,
      typedCommands: this.typedCommands,
    });
    this.regeneration = createRegeneration(scope, this.commands);
    this.replies = new Replies({
      generation,
      writerId: options.grove.writerId,
      headId: () => path.headId,
      isPathChanging: () => draft.isCommitting,
      prefer: (jobId, slot) => {
        client.call('generation.prefer', { jobId, slot }).catch((error) => notices.report(error));
      },
      show: (reply, onShown) => {
        continuations.onArrival(reply.positionId);
        return intents.submit((context) => showReply(context, reply, onShown));
      },
    });
    // Nothing is replaced in a conversation: messages are changed by edits, one by one.
    this.find = createFindSession({ readOnly: true, notices, findTarget: () => this.#findTarget });
    surface.attach(conversation);
    draft.attach(conversation);
    this.tree.announcer.beginAt(conversation.summary().currentPositionId);
    this.#counts.loadRemaining();
    void this.tree.bookmarks.refresh();
    this.#stops = [
      generation.jobs.subscribe(() => this.replies.update()),
      draft.status.subscribe(() => this.replies.update()),
      path.mirror.subscribe(() => {
        this.replies.update();
        this.#counts.loadRemaining();
      }),
    ];
  }

  /** A message is on the screen: counts its alternatives, if that is still to be done. */
  readonly loadCounts = (positionId: PositionId): void => void this.#counts.load([positionId]);

  /** Attaches the search of messages on the screen; null when they leave it. */
  attachFind(target: FindTarget | null): void {
    this.#findTarget = target;
  }

  /** Main sent the grove again: its agents or its trees changed. */
  onGrove(grove: GroveSnapshot): void {
    this.#grove.set(grove);
    this.addressing.update();
  }

  /** Types the text from before the conversation was on the screen. @param takeTyped called once it is */
  async typeAhead(takeTyped: () => string): Promise<void> {
    await this.conversation.composer.untilAttached();
    const text = takeTyped();
    if (text !== '') this.conversation.type(text);
  }

  /** The window lost the keyboard: saves everything to the file. */
  async onBlur(): Promise<void> {
    if (this.tree.isReadOnly) return;
    await this.tree.draft.flush();
    await this.tree.writeDraft();
  }

  /** Sends everything that is unsent and has main write it to the file; resolves when main has done so. */
  async flush(): Promise<void> {
    await this.tree.draft.flush();
    await this.tree.flushAside();
    await this.tree.writeDraft();
  }

  /**
   * Another tree is shown. Main has this one's text already, or refused it and will be sent it again. Returns the boxes
   * with their undo history; null if they cannot be kept.
   */
  leave(): TextSnapshot | null {
    const text = this.conversation.snapshot();
    const { draft } = this.tree;
    for (const stop of this.#stops) stop();
    this.tree.close();
    // A refused draft is sent again from the conversation, so keep it attached.
    if (draft.status.get().error === null && !draft.isUnsent) draft.attach(null);
    this.#surface.close();
    return text;
  }
}

/** Returns true if nothing changed that others show; the length of the composer's text counts only as some or none. */
function isSamePlace(one: ConversationPlace, other: ConversationPlace): boolean {
  const keys = Object.keys(one) as (keyof ConversationPlace)[];
  const isSame = keys.every((key) => key === 'bufferLength' || one[key] === other[key]);
  return isSame && one.bufferLength > 0 === other.bufferLength > 0;
}

function contentOf(
  { rootPositionId, segments, edits, waitingEdits, buffer, cursor }: PathSnapshot,
  snapshot: TextSnapshot | null,
) {
  return { rootPositionId, nodes: nodesOf(segments), edits, waiting: waitingEdits, buffer, cursor, snapshot };
}

/** Models' reasoning before the messages of a conversation: read from their records, for those on the screen. */
function createReasoning({ client, treeId, notices }: TreeScope) {
  const texts = createStore<ReadonlyMap<NodeId, string>>(new Map());
  const unfolded = createStore<ReadonlySet<NodeId>>(new Set());
  /** Requested records; nothing changes a record. */
  const asked = new Set<NodeId>();
  /** A message by a model is on the screen. Reports its own failure. */
  const load = async (nodeId: NodeId): Promise<void> => {
    if (asked.has(nodeId)) return;
    asked.add(nodeId);
    try {
      const text = await client.call('message.reasoning', { treeId, nodeId });
      if (text !== '') texts.set(new Map(texts.get()).set(nodeId, text));
    } catch (error) {
      asked.delete(nodeId);
      notices.report(error);
    }
  };

  function setOpen(nodeId: NodeId, isOpen: boolean): void {
    const open = new Set(unfolded.get());
    if (isOpen === open.has(nodeId)) return;
    if (isOpen) open.add(nodeId);
    else open.delete(nodeId);
    unfolded.set(open);
  }

  return {
    setOpen,
    /** The reasoning of the messages that have any. */
    texts: readableOf(texts),
    /** The messages whose reasoning is unfolded. */
    open: readableOf(unfolded),
    load,

    toggle(nodeId: NodeId): void {
      setOpen(nodeId, !unfolded.get().has(nodeId));
    },
  };
}

type Reasoning = ReturnType<typeof createReasoning>;

/** A message to be written again, with the agents and settings for it. */
interface AskedRegeneration {
  readonly positionId: PositionId;
  readonly agentId: AgentId;
  readonly instruction: string;
}

/** *Regenerate with…*: the dialog that asks who writes a message again, and how. */
function createRegeneration(scope: TreeScope, commands: Pick<DialogueCommands, 'regenerateWith'>) {
  const { path, grove } = scope;
  const dialog = createStore<AskedRegeneration | null>(null);

  function close(): void {
    dialog.set(null);
  }

  return {
    close,
    /** Null while the dialog is closed. */
    asked: readableOf(dialog),

    /** Returns true if a model wrote the message, and there is one to ask. A part of a reply is its speaker's alone. */
    canOpen(positionId: PositionId | null): boolean {
      if (positionId === null || path.findHeader(positionId)?.continues === true) return false;
      const speaker = findSpeaker(scope, positionId);
      return speaker?.type === 'model' && activeModelAgents(grove.get().agents).length > 0;
    },

    /** Opens the dialog, with another agent than the one that wrote the message, if there is one. */
    open(positionId: PositionId): void {
      const models = activeModelAgents(grove.get().agents);
      const speakerId = findSpeaker(scope, positionId)?.id;
      const agent = models.find(({ id }) => id !== speakerId) ?? models[0];
      if (agent !== undefined) dialog.set({ positionId, agentId: agent.id, instruction: '' });
    },

    change(changed: Partial<Pick<AskedRegeneration, 'agentId' | 'instruction'>>): void {
      const asked = dialog.get();
      if (asked !== null) dialog.set({ ...asked, ...changed });
    },

    /** Closes the dialog and asks for the replies. If that is refused, the dialog reopens with the writer's text. */
    async request(): Promise<void> {
      const asked = dialog.get();
      close();
      if (asked === null) return;
      const { positionId, agentId, instruction } = asked;
      const isMade = await commands.regenerateWith(positionId, agentId, instruction);
      if (!isMade && dialog.get() === null) dialog.set(asked);
    },
  };
}

type Regeneration = ReturnType<typeof createRegeneration>;
