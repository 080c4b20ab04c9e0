/**
 * Every request and event between the renderer and main, each a plain function signature. All else derives from here:
 * the schemas (`schemas.ts`), the handlers' types and the two functions of `window.aspen` (`house.md`).
 */
import type { DraftOp } from '../core/buffer/pending-edit.ts';
import type { AgentId, JobId, PositionId, RequestId, TreeId } from '../core/ids.ts';
import type {
  AppInfo,
  ChildSummary,
  CursorPlace,
  GenerationUpdate,
  GroveSnapshot,
  HeaderPatch,
  Intent,
  JobSnapshot,
  PathReply,
  PathSnapshot,
  SaveState,
  WireError,
} from './wire.ts';

/** Which sibling of a position to go to: the `step`-th after it (wrapping round), or the one named. */
export type SiblingTarget =
  | { readonly step: -1 | 1 }
  | { readonly index: number }
  | { readonly positionId: PositionId };

export interface Requests {
  'app.info'(input: Record<string, never>): AppInfo;
  /** After `window.closing`: main has everything that the page held, and the window may close. */
  'window.handedOver'(input: Record<string, never>): Record<string, never>;

  /** The grove of this window; null while the window shows the welcome page. */
  'grove.current'(input: Record<string, never>): GroveSnapshot | null;
  /** Asks for a place with the system's dialog and makes a grove there; null when the writer changed their mind. */
  'grove.create'(input: Record<string, never>): GroveSnapshot | null;
  'grove.choose'(input: Record<string, never>): GroveSnapshot | null;
  'grove.openRecent'(input: { readonly handle: string }): GroveSnapshot | null;

  'path.read'(input: { readonly treeId: TreeId }): PathSnapshot;
  'path.children'(input: { readonly treeId: TreeId; readonly parentId: PositionId }): readonly ChildSummary[];
  /** Switches `at` to one of its siblings and goes down from there. `at` is on the path. */
  'path.selectSibling'(input: Intent & { readonly at: PositionId; readonly to: SiblingTarget }): PathReply;
  /** Makes `to` the head; it may be anywhere in the tree. */
  'path.moveHead'(input: Intent & { readonly to: PositionId }): PathReply;
  /** From the head on to the child last visited, else the newest; the same path when there is none. */
  'path.goToChild'(input: Intent): PathReply;
  /** A continuation that arrived while the writer waited at its parent becomes the head. */
  'path.arrive'(input: Intent & { readonly positionId: PositionId }): PathReply;

  /** Tells main what was typed. Answers when main holds it; `SaveState` events say when the file does. */
  'draft.save'(input: {
    readonly treeId: TreeId;
    readonly pathVersion: number;
    readonly ops: readonly DraftOp[];
    /** Of the draft after `ops`, where both sides compare (`AppInfo.checks`). */
    readonly digest: string | null;
  }): { readonly digest: string };
  'draft.commit'(input: Intent & { readonly requestId: RequestId }): PathReply;
  /** Writes what is held to the file at once: on blur, and on closing. */
  'draft.flush'(input: { readonly treeId: TreeId }): Record<string, never>;
  'cursor.save'(input: { readonly treeId: TreeId; readonly cursor: CursorPlace }): Record<string, never>;

  /** Commits the draft and asks for continuations of `at`, a position on the path after the commit (null: the head). */
  'generation.start'(
    input: Intent & {
      readonly at: PositionId | null;
      readonly agentId: AgentId;
      /** 1 to 10. */
      readonly count: number;
      readonly maxTokens: number;
    },
  ): { readonly path: PathReply; readonly job: JobSnapshot };
  'generation.stop'(input: {
    readonly jobId: JobId | null;
    readonly slot: number | null;
  }): Record<string, never>;
  'generation.running'(input: { readonly treeId: TreeId }): readonly JobSnapshot[];
}

export interface Events {
  'grove.changed': GroveSnapshot | null;
  'save.changed': SaveState;
  'generation.updated': GenerationUpdate;
  /** Continuations of `parentId` changed; `headers` are of positions on the path. */
  'tree.changed': {
    readonly treeId: TreeId;
    readonly parentId: PositionId;
    readonly headers: readonly HeaderPatch[];
  };
  /** A command chosen in the system's menu. */
  'command.run': { readonly id: string };
  /** The window is about to close: send what is unsent; main waits for `window.handedOver`. */
  'window.closing': Record<string, never>;
  /** Something went wrong outside a request. */
  'error.raised': WireError;
}

export type RequestName = keyof Requests;
export type EventName = keyof Events;
export type Input<N extends RequestName> = Parameters<Requests[N]>[0];
export type Output<N extends RequestName> = ReturnType<Requests[N]>;
export type Answer<N extends RequestName> =
  | { readonly ok: true; readonly value: Output<N> }
  | { readonly ok: false; readonly error: WireError };

/** What main offers for each request; `C` is what it knows of the caller's window. */
export type Handlers<C> = {
  readonly [N in RequestName]: (input: Input<N>, caller: C) => Output<N> | Promise<Output<N>>;
};

/** `window.aspen`, all that the preload exposes; `DroppedFile` is the page's `File`, a word of the DOM that ipc has not. */
export interface AspenBridge<DroppedFile> {
  call<N extends RequestName>(name: N, input: Input<N>): Promise<Answer<N>>;
  /** Returns the function that stops listening. */
  on<E extends EventName>(event: E, listener: (value: Events[E]) => void): () => void;
  /** Opens a file that was dropped on the window; the path stays in the preload. */
  openDropped(
    file: DroppedFile,
  ): Promise<{ readonly ok: true } | { readonly ok: false; readonly error: WireError }>;
}

/** The one channel of requests and the one of events. */
export const REQUEST_CHANNEL = 'aspen:request';
export const EVENT_CHANNEL = 'aspen:event';
export const DROP_CHANNEL = 'aspen:drop';
