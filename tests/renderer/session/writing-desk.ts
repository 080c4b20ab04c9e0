/**
 * A desk for writing: a real editor, the session behind it and the program's own handlers on a real file. What the
 * screen shows and what main holds are read separately and must agree.
 */
import { EditorView } from '@codemirror/view';
import { expect, onTestFinished, vi } from 'vitest';
import { listSegments } from '../../../src/core/buffer/segments.ts';
import type { AgentId, PositionId, RequestId } from '../../../src/core/ids.ts';
import { concatSpans, type Spans, wholeSpans } from '../../../src/core/text/span.ts';
import type { Events, RequestName } from '../../../src/ipc/contract.ts';
import type { GenerationUpdate } from '../../../src/ipc/wire/generation.ts';
import type { Call, Client } from '../../../src/renderer/client.ts';
import { createManuscript, type Manuscript } from '../../../src/renderer/editor/index.ts';
import { authorship, spansBetween } from '../../../src/renderer/editor/marks/authorship.ts';
import { segments } from '../../../src/renderer/editor/path/segments.ts';
import type { TreeDesk } from '../../../src/renderer/session/desk/tree-desk.ts';
import { BufferDesk } from '../../../src/renderer/session/manuscript/buffer-desk.ts';
import { Notices } from '../../../src/renderer/session/notices.ts';
import type { OutlineState } from '../../../src/renderer/session/outline/outline-state.ts';
import { nodesOf } from '../../../src/renderer/session/path/path-segments.ts';
import type { TextSnapshots } from '../../../src/renderer/session/window/tree-desks.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { NO_TAGS } from '../../helpers/no-tags.ts';
import { searchThread } from '../editor/search-thread.ts';

// jsdom has no layout, but CodeMirror measures anyway.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

/** Timers that tests do not replace. */
const setRealTimeout = globalThis.setTimeout;
const realTime = (milliseconds: number) =>
  new Promise<void>((resolve) => void setRealTimeout(resolve, milliseconds));

/** Counts requests across all desks, because main recognizes a repeated request by its id. */
let requests = 0;

/** One node of the initial path: its text, by the writer or by a model. */
export type Part = string | { readonly model: string };

/** The text, with `|` between nodes and before the working buffer: `Once |there was| a castle`. */
export interface Written {
  readonly text: string;
  /** The author of each code unit: `w` the writer, `m` a model. */
  readonly letters: string;
}

export interface WritingDesk {
  readonly desk: HandlersDesk;
  readonly tree: TreeDesk;
  /** The same tree as a manuscript. */
  readonly buffer: BufferDesk;
  readonly manuscript: Manuscript;
  readonly view: EditorView;
  readonly notices: Notices;
  /** The text on the screen. */
  shown(): Written;
  /** Main's text: the path's versions with pending edits applied, then the working buffer. */
  held(): Promise<Written>;
  /** Checks that main has everything typed and holds what is shown; returns that. */
  agree(): Promise<Written>;
  /** Replaces `[from, to)` as typing does. */
  type(text: string, from?: number, to?: number): void;
  paste(text: string): void;
  select(anchor: number, head?: number): void;
  /** Drags `[from, to)` to `target`, as CodeMirror does: a `dragstart` first. */
  drag(from: number, to: number, target: number): void;
  /** Leaves for another tree: keeps the text and destroys the editor. */
  leave(keptTexts: TextSnapshots): Promise<void>;
  /** Destroys the page abruptly: whatever it did not send is never sent. */
  vanish(): void;
  /** Advances time until no work is in progress. */
  settle(): Promise<void>;
}

/** `made` is an existing grove and the head to write at. */
export async function openWritingDesk(
  parts: readonly Part[],
  made?: { readonly path: string; readonly head: PositionId },
): Promise<WritingDesk> {
  const desk = new HandlersDesk(made?.path);
  if (made !== undefined) await desk.call('path.moveHead', { ...(await desk.intent()), to: made.head });
  return resumeWriting(desk, parts);
}

/** A window's memory of a tree it left. */
export interface Remembered {
  readonly keptTexts?: TextSnapshots;
  readonly outline?: OutlineState | null;
  readonly sessionWords?: number;
}

/** Intercepts a request on its way to main, and the reply on its way back. */
export type RequestInterceptor = <T>(name: RequestName, send: () => Promise<T>) => Promise<T>;

/** Commits `parts` to the tree that a desk shows and opens it for writing; if its text was kept, restores it. */
export async function resumeWriting(
  desk: HandlersDesk,
  parts: readonly Part[] = [],
  { keptTexts, outline, sessionWords = 0 }: Remembered = {},
  intercept: RequestInterceptor = (_name, send) => send(),
): Promise<WritingDesk> {
  const grove = desk.grove.snapshot();
  const model = grove.agents.find(({ type }) => type === 'model')?.id ?? ('' as AgentId);
  for (const part of parts) {
    const text = typeof part === 'string' ? part : part.model;
    const spans = wholeSpans(typeof part === 'string' ? grove.writerId : model, text.length);
    await desk.commit([{ nodeId: null, splice: { from: 0, to: 0, insert: text, spans } }]);
  }

  let isGone = false;
  const never = new Promise<never>(() => {});
  const call: Call = async (name, input) => {
    const crossed = structuredClone(input);
    if (isGone) return never;
    try {
      const answer = await intercept(name, () => desk.call(name, crossed));
      return isGone ? await never : answer;
    } catch (error) {
      if (isGone) return never;
      throw error;
    }
  };
  const client: Client = {
    call,
    on: () => () => {},
    openDropped: async () => {},
    newRequestId: () => {
      requests += 1;
      return `01KDXR${String(requests).padStart(20, '0')}` as RequestId;
    },
  };
  const notices = new Notices();
  const snapshot = await desk.call('path.read', { treeId: desk.treeId });
  const kept = keptTexts?.take(snapshot) ?? null;
  const buffer = new BufferDesk({
    client,
    grove,
    snapshot,
    textSnapshot: kept,
    undo: (await desk.call('draft.undo', { treeId: desk.treeId })).undo,
    outline: outline ?? null,
    runningJobs: [],
    checks: true,
    notices,
    schedule: (callback) => setTimeout(callback),
    findPreset: () => undefined,
    tags: NO_TAGS,
    onJump: () => {},
    onReady: () => false,
    showsFailure: () => false,
  });
  const { tree } = buffer;
  desk.grove.listen((name, value) => {
    if (isGone) return;
    if (name === 'generation.updated') {
      buffer.tree.generation.update(value as GenerationUpdate);
      buffer.rewrites.update(value as GenerationUpdate);
    }
    if (name === 'tree.changed') buffer.tree.onTreeChange(value as Events['tree.changed']);
    if (name === 'tree.replaced') buffer.tree.onTreeReplaced();
    if (name === 'timeline.changed') buffer.timeline.onChanged();
    if (name === 'proposals.changed')
      buffer.proposals.shown.onChanged((value as Events['proposals.changed']).asks);
  });
  const parent = document.body.appendChild(document.createElement('div'));
  const manuscript = createManuscript({
    parent,
    content: buffer.content(),
    writerId: grove.writerId,
    sessionWords,
    nonce: 'nonce',
    readOnly: false,
    startSearchThread: searchThread,
    onEvent: (event) => buffer.onDraftEvent(event),
    onSummary: (summary) => buffer.onSummary(summary),
    onFind: (report) => buffer.find.onReport(report),
    onCursor: () => buffer.onCursorMoved(),
    onBlur: () => {},
    onRequest: (ask) => buffer.onRequest(ask),
    onSuggestions: (...report) => buffer.proposals.shown.onReport(...report),
    readTokens: (nodeId, positionId) => buffer.tokens.read(nodeId, positionId),
  });
  buffer.attach(manuscript);
  if (kept === null) manuscript.moveCaretAfter(manuscript.summary().pathLength - 1);
  const found = parent.querySelector<HTMLElement>('.cm-editor');
  const view = found === null ? null : EditorView.findFromDOM(found);
  if (view === null) throw new Error('no editor in the parent');
  onTestFinished(() => {
    manuscript.destroy();
    parent.remove();
  });

  const lettersOf = (spans: Spans) =>
    concatSpans(spans)
      .map(({ agent, length }) => (agent === grove.writerId ? 'w' : 'm').repeat(length))
      .join('');
  const settle = async () => {
    await vi.advanceTimersByTimeAsync(5_000);
    // Answers are hashed and compressed outside the event loop, in real time.
    for (let turn = 0; turn < 200 && (tree.generation.isRunning || buffer.rewrites.isRunning); turn += 1) {
      await realTime(5);
      await vi.advanceTimersByTimeAsync(1_000);
    }
  };
  const shown = () => {
    let start = 0;
    const texts = listSegments(view.state.field(segments).segments).map(({ length }) => {
      start += length;
      return view.state.sliceDoc(start - length, start);
    });
    const spans = spansBetween(view.state.field(authorship), 0, view.state.doc.length, grove.writerId);
    return { text: texts.join('|'), letters: lettersOf(spans) };
  };
  const held = async () => {
    const path = await desk.call('path.read', { treeId: desk.treeId });
    const edits = new Map(path.edits.map((edit) => [edit.nodeId, edit]));
    const all = [...nodesOf(path.segments).map((node) => edits.get(node.nodeId) ?? node), path.buffer];
    return {
      text: all.map(({ text }) => text).join('|'),
      letters: lettersOf(concatSpans(...all.map(({ spans }) => spans))),
    };
  };
  return {
    desk,
    tree,
    buffer,
    manuscript,
    view,
    notices,
    settle,
    leave: async (keptTexts) => {
      const closed = buffer.flush();
      await settle();
      await closed;
      keptTexts.save(desk.treeId, buffer.leave());
      manuscript.destroy();
      parent.remove();
    },
    vanish: () => {
      isGone = true;
      buffer.leave();
      manuscript.destroy();
      parent.remove();
    },
    shown,
    held,
    agree: async () => {
      await settle();
      expect(await held()).toEqual(shown());
      const { edits } = await desk.call('path.read', { treeId: desk.treeId });
      expect(manuscript.summary().pendingCount).toBe(edits.length);
      // Going to a position that was just pruned shows a notice.
      const unexpected = notices.banners
        .get()
        .filter(({ stays, detail }) => stays && !detail.includes('bring it back first'));
      expect(unexpected).toEqual([]);
      return shown();
    },
    type: (insert, from = view.state.doc.length, to = from) =>
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.type',
      }),
    select: (anchor, head = anchor) => view.dispatch({ selection: { anchor, head } }),
    drag: (from, to, target) => {
      view.dispatch({ selection: { anchor: from, head: to } });
      const event = new Event('dragstart', { bubbles: true });
      Object.assign(event, { dataTransfer: { setData: () => {}, effectAllowed: '' } });
      view.contentDOM.dispatchEvent(event);
      const insert = view.state.sliceDoc(from, to);
      view.dispatch({
        changes: [
          { from, to },
          { from: target, insert },
        ],
        userEvent: 'move.drop',
      });
      view.contentDOM.dispatchEvent(new Event('dragend', { bubbles: true }));
    },
    paste: (text) => {
      const event = new Event('paste', { bubbles: true, cancelable: true });
      const getData = (type: string) => (type === 'text/plain' ? text : '');
      Object.assign(event, { clipboardData: { getData, types: ['text/plain'], files: [] } });
      view.contentDOM.dispatchEvent(event);
    },
  };
}
