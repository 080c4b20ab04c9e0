/**
 * Every request and event between the renderer and main, as plain function signatures. Everything else is
 * derived: the schemas (`schemas.ts`), the types of the handlers, and the two functions of `window.aspen`
 * (`house.md`). It imports types only, so that no page loads valibot.
 */
import type { TreeId } from '../core/ids.ts';
import type { Preferences } from './preferences.ts';
import type { AppRequests, SettingsRequests } from './requests/app-requests.ts';
import type { BackupRequests, CopyRequests } from './requests/copy-requests.ts';
import type { ExchangeRequests } from './requests/exchange-requests.ts';
import type { FenceRequests, GenerationRequests } from './requests/generation-requests.ts';
import type { GroveRequests } from './requests/grove-requests.ts';
import type { LinkRequests } from './requests/link-requests.ts';
import type { LoreRequests } from './requests/lore-requests.ts';
import type { MessageRequests, ProposalRequests, TurnRequests } from './requests/message-requests.ts';
import type { NodeRequests, NoteRequests } from './requests/node-requests.ts';
import type { DraftRequests, PathRequests, PositionRequests } from './requests/path-requests.ts';
import type { ProviderRequests } from './requests/provider-requests.ts';
import type { ReportRequests } from './requests/report-requests.ts';
import type { SpellingRequests } from './requests/spelling-requests.ts';
import type { SupportRequests } from './requests/support-requests.ts';
import type { TagRequests } from './requests/tag-requests.ts';
import type { TimelineRequests } from './requests/timeline-requests.ts';
import type { SearchRequests, TreeRequests } from './requests/tree-requests.ts';
import type { WireError } from './wire/app.ts';
import type { FileComparison } from './wire/copies.ts';
import type { ExchangeProgress } from './wire/exchange.ts';
import type { ArrivedReply, ContinuationJob, GenerationUpdate } from './wire/generation.ts';
import type { FileTask, GroveSnapshot, SaveState } from './wire/grove.ts';
import type { EditAsk } from './wire/proposal.ts';
import type { ProviderSummary } from './wire/provider.ts';
import type { TreeUpdate } from './wire/tree-update.ts';
import type { RoundSnapshot, TurnSnapshot } from './wire/turn.ts';

/** All requests. Two subjects that declare the same name differently do not compile. */
export interface Requests
  extends AppRequests,
    SettingsRequests,
    GroveRequests,
    TreeRequests,
    ProviderRequests,
    SearchRequests,
    PathRequests,
    NodeRequests,
    NoteRequests,
    MessageRequests,
    TurnRequests,
    ProposalRequests,
    TimelineRequests,
    PositionRequests,
    TagRequests,
    LinkRequests,
    LoreRequests,
    DraftRequests,
    GenerationRequests,
    FenceRequests,
    ExchangeRequests,
    ReportRequests,
    BackupRequests,
    CopyRequests,
    SpellingRequests,
    SupportRequests {}

export interface Events {
  'grove.changed': GroveSnapshot | null;
  'save.changed': SaveState;
  /** A file operation that may take a while and can be stopped; null when it is over. */
  'opening.changed': FileTask | null;
  /** The file now at the path of the grove, as the offer `compare` found it. */
  'grove.compared': FileComparison;
  /** The draft of a tree (null: of any) in main differs from the page: read it again. */
  'draft.replaced': { readonly treeId: TreeId | null };
  /** Another window changed the preferences. */
  'settings.changed': Preferences;
  /** There is a problem to report: request `settings.troubles`. */
  'settings.troubled': Record<string, never>;
  /** Another window added, changed or removed a provider. */
  'providers.changed': readonly ProviderSummary[];
  /** A job that this window did not start: a call of a turn, a reply in a round, or what a command asks for. */
  'generation.started': ContinuationJob;
  'generation.updated': GenerationUpdate;
  /**
   * A complete reply became the head of the writer's path through a conversation. Comes before the update that ends
   * its slot; `path.arrive` answers with the path as it is since.
   */
  'reply.arrived': ArrivedReply;
  /** A turn of an agent began, continued or ended; its answers arrive as `generation.updated`. */
  'turn.changed': TurnSnapshot;
  /** A round of agents that reply in turn began, came to its next agent or ended. */
  'round.changed': RoundSnapshot;
  /**
   * Proposals for a tree were made, decided or refused, or what is asked for there continued: read them again
   * (`proposal.read`). At most four a second for a tree.
   */
  'proposals.changed': { readonly treeId: TreeId; readonly asks: readonly EditAsk[] };
  /** Layers of a tree were added, counted or removed: read them again. At most two a second for a tree. */
  'timeline.changed': { readonly treeId: TreeId };
  /** Tags were made or changed, or put on something or taken off it: read them again (`tag.list`, `tag.places`). */
  'tags.changed': Record<string, never>;
  /** A tree changed: what lists show of the change, so that they need not ask. */
  'tree.changed': TreeUpdate;
  /** A tree changed in ways that no `tree.changed` describes: read again what is shown of it. */
  'tree.replaced': { readonly treeId: TreeId };
  /** Progress of an import, an export or another long operation; null when it is over. */
  'exchange.progressed': ExchangeProgress | null;
  /** A command was chosen in the system's menu. */
  'command.run': { readonly id: string };
  /** The window is about to close: send everything unsent. Main waits for `window.pageFlushed`. */
  'window.closing': Record<string, never>;
  /**
   * The grove is about to be replaced and the page reloaded: stop accepting input and send everything unsent.
   * Main waits for `window.pageFlushed`.
   */
  'window.paused': Record<string, never>;
  /**
   * Follows `window.paused` if nothing was done, because part of the typed text exists only in the page.
   * Accept input again.
   */
  'window.resumed': Record<string, never>;
  /** An error outside any request. */
  'error.raised': WireError;
}

export type RequestName = keyof Requests;
export type EventName = keyof Events;
export type Input<N extends RequestName> = Parameters<Requests[N]>[0];
export type Output<N extends RequestName> = ReturnType<Requests[N]>;
export type Answer<N extends RequestName> =
  | { readonly ok: true; readonly value: Output<N> }
  | { readonly ok: false; readonly error: WireError };

/** The handler of each request; `C` describes the window that called. */
export type Handlers<C> = {
  readonly [N in RequestName]: (input: Input<N>, caller: C) => Output<N> | Promise<Output<N>>;
};

/** `window.aspen`, all that the preload exposes. `DroppedFile` is the DOM type `File`, which ipc does not have. */
export interface AspenBridge<DroppedFile> {
  call<N extends RequestName>(name: N, input: Input<N>): Promise<Answer<N>>;
  /** Adds a listener; returns the function that removes it. */
  on<E extends EventName>(event: E, listener: (value: Events[E]) => void): () => void;
  /** Opens a file dropped on the window; its path is not exposed to the page. */
  openDropped(
    file: DroppedFile,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly error: WireError }>;
}

/** The channels of requests, events and dropped files. */
export const REQUEST_CHANNEL = 'aspen:request';
export const EVENT_CHANNEL = 'aspen:event';
export const DROP_CHANNEL = 'aspen:drop';
