import type { AgentId, PositionId } from '../../../core/ids.ts';
import { foldText } from '../../../core/text/fold-text.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type {
  ContextPiece,
  ContextPreview,
  OmittedRange,
  PieceRef,
  PreviewMessage,
} from '../../../ipc/wire/context.ts';
import type { ReplacementRequest } from '../../../ipc/wire/generation.ts';
import { tokensTooMany, wordsLeftOut } from '../../../ui-text/context/next-request.ts';
import { describeError } from '../../../ui-text/errors.ts';
import type { TruncatedRange } from '../../surface.ts';
import type { TreeScope } from '../draft/tree-scope.ts';
import { FocusRequest } from '../focus.ts';
import { LiveQuery } from '../live-query.ts';
import type { GenerationChoice } from '../settings/generation-choice.ts';
import { createStore, type Store } from '../store.ts';
import type { TurnStarts } from './turn-starts.ts';

export type { ContextPiece, ContextPreview, OmittedRange, PieceRef };

/** Delay of a read after a change, to keep it out of the keystroke. Milliseconds. */
export const READ_AFTER = 100;
/** The least time between two reads. Milliseconds. */
export const READ_EVERY = 500;
/** The greatest share of main's time that reads may take, for long documents. */
export const MAX_SHARE = 1 / 5;

/** The context that would be sent to one agent. */
export interface ShownContext {
  readonly agentId: AgentId;
  readonly preview: ContextPreview;
}

/**
 * The start of a request: the head (null) or a position to continue, or the text before an offset in it, or in the
 * working buffer for null; or the part to replace.
 */
export interface RequestStart {
  readonly at: PositionId | null;
  readonly offset?: number;
  readonly replace?: ReplacementRequest;
}

export interface ContextSessionOptions extends TreeScope {
  readonly choice: GenerationChoice;
  /** Null in a manuscript. */
  readonly turns: TurnStarts | null;
  /** Null while a commit is in progress, whose result decides it. */
  findStart(): RequestStart | null;
}

/**
 * The next request, for the Sent tab. Read from main only while the tab is on the screen: shortly after a change,
 * and at most every half second.
 */
export class ContextSession {
  /** Puts the keyboard at the top of the tab. */
  readonly focusRequest = new FocusRequest<'heading'>();
  readonly #options: ContextSessionOptions;
  readonly #context: LiveQuery<ShownContext | null, AgentId>;
  readonly #agentId = createStore<AgentId | null>(null);
  /** The agent whose request is shown; null if no agent is chosen. */
  readonly agentId: Store<AgentId | null> = this.#agentId;
  readonly #trouble = createStore<WireError | null>(null);
  /** Why the shown context is out of date; null if it is not. */
  readonly error: Store<WireError | null> = this.#trouble;
  readonly #whole = createStore<PieceRef | null>(null);
  /** The piece that is shown in full; null for none. */
  readonly whole: Store<PieceRef | null> = this.#whole;
  readonly #truncated = createStore<readonly TruncatedRange[]>([]);
  /** Text of the path that does not fit; empty while the tab is not on the screen. */
  readonly truncated: Store<readonly TruncatedRange[]> = this.#truncated;
  readonly #unsubscribe: readonly (() => void)[];
  #isUnsent = false;
  /** The start of the last previewed request. */
  #shownFrom: RequestStart | null = null;
  /** Agents whose overflow was announced and has not ended since. */
  readonly #announced = new Set<AgentId>();

  constructor(options: ContextSessionOptions) {
    this.#options = options;
    const { path, draft, choice } = options;
    this.#onChoice();
    this.#context = new LiveQuery<ShownContext | null, AgentId>({
      initial: null,
      delay: READ_AFTER,
      pause: (took) => Math.max(READ_EVERY, took / MAX_SHARE),
      key: () => (options.findStart() === null ? null : this.#agentId.get()),
      read: (agentId) => this.#read(agentId),
      onError: (error) => this.#trouble.set(describeError(error)),
    });
    this.#unsubscribe = [
      this.shown.subscribe(() => this.#onShown()),
      options.surface.summary.subscribe(() => this.invalidate()),
      path.mirror.subscribe(() => this.invalidate()),
      draft.status.subscribe(() => this.#followDraft()),
      choice.asked.subscribe(() => {
        this.#onChoice();
        this.invalidate();
      }),
    ];
  }

  /** Null until the first answer. */
  get shown(): Store<ShownContext | null> {
    return this.#context.value;
  }

  /** The tab appeared on the screen. Returns the function to call when it leaves. */
  watch(): () => void {
    this.#context.invalidate();
    const stop = this.#context.watch();
    return () => {
      stop();
      if (!this.#context.isWatched) this.#truncated.set([]);
    };
  }

  close(): void {
    for (const stop of this.#unsubscribe) stop();
    this.#context.close();
  }

  /** Something that the request depends on may have changed. */
  invalidate(): void {
    this.#context.invalidate();
  }

  /** The caret stopped. It may have moved inside its node, which no store reports. */
  onCaretMoved(): void {
    const start = this.#options.findStart();
    if (start?.at !== this.#shownFrom?.at || start?.offset !== this.#shownFrom?.offset) this.invalidate();
  }

  /** Shows the request of another chosen agent. */
  selectAgent(agentId: AgentId): void {
    this.#agentId.set(agentId);
    void this.#context.refresh();
  }

  /** Shows a piece in full; null folds it again. */
  unfold(piece: PieceRef | null): void {
    this.#whole.set(piece);
    // Fold the other pieces at once, without waiting for main.
    this.#context.patch((shown) => shown && { ...shown, preview: folded(shown.preview, piece) });
    if (piece !== null) void this.#context.refresh();
  }

  /** Typing may change the text without changing any count. */
  #followDraft(): void {
    const { unsent } = this.#options.draft.status.get();
    if (unsent && !this.#isUnsent) this.invalidate();
    this.#isUnsent = unsent;
  }

  #onChoice(): void {
    const { agentIds } = this.#options.choice.asked.get();
    const now = this.#agentId.get();
    if (now === null || !agentIds.includes(now)) this.#agentId.set(agentIds[0] ?? null);
  }

  async #read(agentId: AgentId): Promise<ShownContext | null> {
    const { client, treeId, draft, choice, turns, findStart } = this.#options;
    // Main's answer covers only the draft it has.
    await draft.flush();
    const start = findStart();
    // A commit began meanwhile, so that there is no key, and this is dropped.
    if (start === null) return null;
    const whole = this.#whole.get();
    this.#shownFrom = start;
    const { agentIds, maxTokens } = choice.asked.get();
    const preview = await client.call('generation.context', {
      treeId,
      ...start,
      agentId,
      agentIds,
      maxTokens,
      topicAt: turns?.findTopicPlace(treeId) ?? null,
      ...(whole === null ? {} : { whole }),
    });
    this.#trouble.set(null);
    return { agentId, preview: folded(preview, this.#whole.get()) };
  }

  #onShown(): void {
    const shown = this.shown.get();
    if (shown === null || !this.#context.isWatched) return;
    const { omitted } = shown.preview;
    this.#truncated.set(omitted.filter(({ reason }) => reason === 'truncated'));
    this.#announceOverflow(shown.agentId, shown.preview);
  }

  /** Announces an overflow, and again only after everything fitted in between. */
  #announceOverflow(agentId: AgentId, { omitted, refusal, tooMany }: ContextPreview): void {
    const truncated = omitted.filter(({ reason }) => reason === 'truncated');
    if (refusal === null && truncated.length === 0) {
      this.#announced.delete(agentId);
      return;
    }
    if (this.#announced.has(agentId)) return;
    this.#announced.add(agentId);
    const words = truncated.reduce((sum, { text }) => sum + text.words, 0);
    this.#options.notices.announce(refusal === null ? wordsLeftOut(words) : tokensTooMany(tooMany));
  }
}

/** Folds every piece but one, as main does. */
function folded(preview: ContextPreview, whole: PieceRef | null): ContextPreview {
  const pieces = namedPieces(preview).map(({ name, piece }) =>
    (name.kind === whole?.kind && name.nth === whole.nth) || piece.text.end !== ''
      ? piece
      : { ...piece, text: foldText(piece.text.beginning) },
  );
  return { ...preview, pieces };
}

/** A piece with its name: the kind, and the index within that kind. */
export interface NamedPiece {
  readonly name: PieceRef;
  readonly piece: ContextPiece;
}

/** A message of a conversation with its pieces. */
export interface NamedMessage extends Omit<PreviewMessage, 'pieces'> {
  readonly pieces: readonly NamedPiece[];
}

/** The messages with the pieces that they consist of. */
export function namedMessages(preview: ContextPreview): readonly NamedMessage[] {
  const pieces = namedPieces(preview);
  let from = 0;
  return preview.messages.map((message) => {
    from += message.pieces;
    return { ...message, pieces: pieces.slice(from - message.pieces, from) };
  });
}

export function namedPieces({ pieces }: ContextPreview): readonly NamedPiece[] {
  const seen = new Map<ContextPiece['kind'], number>();
  return pieces.map((piece) => {
    const nth = seen.get(piece.kind) ?? 0;
    seen.set(piece.kind, nth + 1);
    return { name: { kind: piece.kind, nth }, piece };
  });
}
