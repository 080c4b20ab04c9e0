import { describeError } from '../../../core/errors.ts';
import type { AgentId, PositionId, TreeId } from '../../../core/ids.ts';
import { foldText } from '../../../core/text/fold-text.ts';
import type { WireError } from '../../../ipc/wire/app.ts';
import type { ContextPiece, ContextPreview, LeftOutStretch, PieceName } from '../../../ipc/wire/context.ts';
import type { Client } from '../../client.ts';
import type { CaretSummary, LeftOutRange } from '../../surface.ts';
import type { DraftStatus } from '../manuscript/draft-status.ts';
import type { PathMirror } from '../path/path-session.ts';
import type { GenerationSettings } from '../settings/generation-settings.ts';
import { createStore, type Store } from '../store.ts';
import type { Notices } from '../window/notices.ts';

export type { ContextPiece, ContextPreview, LeftOutStretch, PieceName };

/** What changed is read this long after, so that nothing of it is in the keystroke. Milliseconds. */
const READ_AFTER = 100;
/** Between two readings, at least. Milliseconds. */
export const READ_EVERY = 500;
/** Of a long document that takes main long: at most this part of its time goes into telling of it. */
const SHARE_OF_TIME = 1 / 5;

/** What would be sent to one agent. */
export interface ShownContext {
  readonly agentId: AgentId;
  readonly preview: ContextPreview;
}

/** Where a request would go on from: the head (null), a position, or what is before an offset in what it shows. */
export interface RequestPlace {
  readonly at: PositionId | null;
  readonly offset?: number;
}

export interface ContextSessionOptions {
  readonly client: Pick<Client, 'call'>;
  readonly treeId: TreeId;
  readonly path: { readonly mirror: Store<PathMirror> };
  readonly summary: Store<CaretSummary | null>;
  readonly draft: { readonly status: Store<DraftStatus>; flush(): Promise<void> };
  readonly choice: { readonly store: Store<GenerationSettings> };
  readonly notices: Notices;
  /** Null while it is not known yet: a commit is under way. */
  findPlace(): RequestPlace | null;
  /** Dims in the manuscript what does not fit. */
  showLeftOut(ranges: readonly LeftOutRange[]): void;
}

/**
 * What the next request would send, as the Context tab tells it. It is read from main while the tab is on the screen and
 * for no other reason: a moment after something changed, and never more often than every half second.
 */
export class ContextSession {
  readonly #options: ContextSessionOptions;
  readonly #shown = createStore<ShownContext | null>(null);
  readonly #agentId = createStore<AgentId | null>(null);
  readonly #trouble = createStore<WireError | null>(null);
  readonly #whole = createStore<PieceName | null>(null);
  readonly #focusRequest = createStore(false);
  readonly #stop: readonly (() => void)[];
  #watchers = 0;
  #isStale = true;
  #isReading = false;
  #isUnsent = false;
  /** Where the request that was last asked of would go on from. */
  #asked: RequestPlace | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isClosed = false;
  /** Agents whose overflow was announced and has not ended since. */
  readonly #told = new Set<AgentId>();

  constructor(options: ContextSessionOptions) {
    this.#options = options;
    const { path, summary, draft, choice } = options;
    this.#takeChoice();
    this.#stop = [
      summary.subscribe(() => this.follow()),
      path.mirror.subscribe(() => this.follow()),
      draft.status.subscribe(() => this.#followDraft()),
      choice.store.subscribe(() => {
        this.#takeChoice();
        this.follow();
      }),
    ];
  }

  /** Null until the first answer came. */
  get shown(): Store<ShownContext | null> {
    return this.#shown;
  }

  /** Who is looked at, of those who would be asked; null where no one would. */
  get agentId(): Store<AgentId | null> {
    return this.#agentId;
  }

  /** Why what is shown is not what would be sent now; null where it is. */
  get trouble(): Store<WireError | null> {
    return this.#trouble;
  }

  /** The piece that is shown as a whole; null for none. */
  get whole(): Store<PieceName | null> {
    return this.#whole;
  }

  /** Whether the tab is to take the keyboard; false once it has. */
  get focusRequest(): Store<boolean> {
    return this.#focusRequest;
  }

  requestFocus(): void {
    this.#focusRequest.set(true);
  }

  wishGranted(): void {
    this.#focusRequest.set(false);
  }

  /** The tab is on the screen from now on; returns the function that says it is no longer. */
  watch(): () => void {
    this.#watchers += 1;
    this.#isStale = true;
    if (!this.#isReading) this.#readIn(0);
    return () => {
      this.#watchers -= 1;
      if (this.#watchers === 0) this.#options.showLeftOut([]);
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const stop of this.#stop) stop();
    clearTimeout(this.#timer);
  }

  /** Something that a request is made of may be another. */
  follow(): void {
    this.#isStale = true;
    if (this.#watchers > 0 && this.#timer === undefined && !this.#isReading) this.#readIn(READ_AFTER);
  }

  /** The caret rests: it may have moved inside its node, which no count tells of. */
  followCaret(): void {
    const place = this.#options.findPlace();
    if (place?.at !== this.#asked?.at || place?.offset !== this.#asked?.offset) this.follow();
  }

  /** Looks at another of those who would be asked. */
  lookAt(agentId: AgentId): void {
    this.#agentId.set(agentId);
    this.#readNow();
  }

  /** Shows a piece as a whole; null folds it again. */
  unfold(piece: PieceName | null): void {
    this.#whole.set(piece);
    const shown = this.#shown.get();
    // What is no longer wanted as a whole does not stay so until main has answered.
    if (shown !== null) this.#shown.set({ ...shown, preview: folded(shown.preview, piece) });
    if (piece !== null) this.#readNow();
  }

  /** A change of the text may change no count. */
  #followDraft(): void {
    const { unsent } = this.#options.draft.status.get();
    if (unsent && !this.#isUnsent) this.follow();
    this.#isUnsent = unsent;
  }

  #takeChoice(): void {
    const { agentIds } = this.#options.choice.store.get();
    const now = this.#agentId.get();
    if (now === null || !agentIds.includes(now)) this.#agentId.set(agentIds[0] ?? null);
  }

  /** The writer waits for it. */
  #readNow(): void {
    this.#isStale = true;
    if (!this.#isReading) this.#readIn(0);
  }

  #readIn(delay: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isStale && this.#watchers > 0) void this.#read();
    }, delay);
  }

  async #read(): Promise<void> {
    this.#isReading = true;
    this.#isStale = false;
    const start = performance.now();
    try {
      await this.#ask();
      this.#trouble.set(null);
    } catch (error) {
      // Where something changed meanwhile, it is asked again anyhow.
      if (!this.#isStale) this.#trouble.set(describeError(error));
    }
    this.#isReading = false;
    if (!this.#isClosed) this.#readIn(Math.max(READ_EVERY, (performance.now() - start) / SHARE_OF_TIME));
  }

  async #ask(): Promise<void> {
    const { client, treeId, draft, choice, findPlace } = this.#options;
    // Main tells of the draft that it holds.
    await draft.flush();
    const agentId = this.#agentId.get();
    const place = findPlace();
    if (place === null) this.#isStale = true;
    if (place === null || agentId === null) return;
    const whole = this.#whole.get();
    this.#asked = place;
    const { maxTokens } = choice.store.get();
    const preview = await client.call('generation.context', {
      treeId,
      ...place,
      agentId,
      maxTokens,
      ...(whole === null ? {} : { whole }),
    });
    if (this.#isClosed || this.#watchers === 0) return;
    this.#shown.set({ agentId, preview: folded(preview, this.#whole.get()) });
    this.#options.showLeftOut(preview.leftOut.filter(({ reason }) => reason === 'truncated'));
    this.#tell(agentId, preview);
  }

  /** For whoever does not see it; again only after everything fitted in between. */
  #tell(agentId: AgentId, { leftOut, refusal, tooMany }: ContextPreview): void {
    const truncated = leftOut.filter(({ reason }) => reason === 'truncated');
    if (refusal === null && truncated.length === 0) {
      this.#told.delete(agentId);
      return;
    }
    if (this.#told.has(agentId)) return;
    this.#told.add(agentId);
    const words = truncated.reduce((sum, { text }) => sum + text.words, 0);
    this.#options.notices.announce(
      refusal === null
        ? `The text no longer fits: ${NUMBER.format(words)} words are left out of what is sent.`
        : `The text no longer fits: about ${NUMBER.format(tooMany)} tokens too many. Nothing would be sent.`,
    );
  }
}

const NUMBER = new Intl.NumberFormat('en');

/** Everything but one piece folded, as main folds it. */
function folded(preview: ContextPreview, whole: PieceName | null): ContextPreview {
  const pieces = namedPieces(preview).map(({ name, piece }) =>
    (name.kind === whole?.kind && name.nth === whole.nth) || piece.text.end !== ''
      ? piece
      : { ...piece, text: foldText(piece.text.beginning) },
  );
  return { ...preview, pieces };
}

/** Every piece with its name: its kind, and which of that kind it is. */
export function namedPieces({
  pieces,
}: ContextPreview): readonly { readonly name: PieceName; readonly piece: ContextPiece }[] {
  const seen = new Map<ContextPiece['kind'], number>();
  return pieces.map((piece) => {
    const nth = seen.get(piece.kind) ?? 0;
    seen.set(piece.kind, nth + 1);
    return { name: { kind: piece.kind, nth }, piece };
  });
}
