/**
 * Someone who writes: a real editor, the session behind it and the program's own handlers on a real file. What the screen
 * shows and what main holds are read apart and must agree.
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
import type { KeptTexts } from '../../../src/renderer/session/manuscript/kept-texts.ts';
import type { OutlineState } from '../../../src/renderer/session/outline/outline-state.ts';
import { nodesOf } from '../../../src/renderer/session/path/path-segments.ts';
import { OpenTree } from '../../../src/renderer/session/tree/open-tree.ts';
import { Notices } from '../../../src/renderer/session/window/notices.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { searchThread } from '../editor/search-thread.ts';

// jsdom lays nothing out; CodeMirror measures all the same.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

/** Of all that were ever made here: main knows a request again by its id. */
let requests = 0;

/** A path that is there when the manuscript opens: each part a node, its text the writer's or a model's. */
export type Part = string | { readonly model: string };

/** What is written, each node and the working buffer apart: `Once |there was| a castle`. */
export interface Written {
  readonly text: string;
  /** Who wrote each code unit: `w` the writer, `m` a model. */
  readonly letters: string;
}

export interface WritingDesk {
  readonly desk: HandlersDesk;
  readonly tree: OpenTree;
  readonly manuscript: Manuscript;
  readonly view: EditorView;
  readonly notices: Notices;
  /** What the screen shows. */
  shown(): Written;
  /** What main holds: the path's versions, the pending edits in their places, the working buffer. */
  held(): Promise<Written>;
  /** Everything typed is with main, which holds what is shown; answers it. */
  agree(): Promise<Written>;
  /** Replaces `[from, to)` as typing does. */
  type(text: string, from?: number, to?: number): void;
  paste(text: string): void;
  select(anchor: number, head?: number): void;
  /** Drags `[from, to)` to `target`, as CodeMirror does it: the passage is taken first. */
  drag(from: number, to: number, target: number): void;
  /** Another tree is shown: the text is kept, and the editor goes. */
  leave(keptTexts: KeptTexts): Promise<void>;
  /** The page is gone from one moment to the next: what it did not say is never said. */
  vanish(): void;
  /** Time passes until nothing is under way any more. */
  settle(): Promise<void>;
}

/** `made` is a grove that is there already, and the head to write at. */
export async function openWritingDesk(
  parts: readonly Part[],
  made?: { readonly path: string; readonly head: PositionId },
): Promise<WritingDesk> {
  const desk = new HandlersDesk(made?.path);
  if (made !== undefined) await desk.call('path.moveHead', { ...(await desk.intent()), to: made.head });
  return sitDown(desk, parts);
}

/** What a window remembers of a tree that was left. */
export interface Remembered {
  readonly keptTexts?: KeptTexts;
  readonly outline?: OutlineState | null;
  readonly sessionWords?: number;
}

/** What becomes of a request on its way to main, and of the answer on its way back. */
export type Passage = <T>(name: RequestName, carry: () => Promise<T>) => Promise<T>;

/**
 * Someone who writes on in the tree that a desk shows, `parts` being committed there first; where its text was kept, as it
 * was left.
 */
export async function sitDown(
  desk: HandlersDesk,
  parts: readonly Part[] = [],
  { keptTexts, outline, sessionWords = 0 }: Remembered = {},
  passage: Passage = (_name, carry) => carry(),
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
      const answer = await passage(name, () => desk.call(name, crossed));
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
  const tree = new OpenTree({
    client,
    grove,
    snapshot,
    kept,
    outline: outline ?? null,
    runningJobs: [],
    checks: true,
    notices,
    schedule: (callback) => setTimeout(callback),
    findPreset: () => undefined,
  });
  desk.grove.listen((name, value) => {
    if (isGone) return;
    if (name === 'generation.updated') tree.takeGeneration(value as GenerationUpdate);
    if (name === 'tree.changed') {
      const { parentId, headers } = value as Events['tree.changed'];
      tree.takeTreeChange(parentId, headers);
    }
  });
  const parent = document.body.appendChild(document.createElement('div'));
  const manuscript = createManuscript({
    parent,
    content: tree.content(),
    writerId: grove.writerId,
    sessionWords,
    nonce: 'nonce',
    readOnly: false,
    startSearchThread: searchThread,
    onEvent: (event) => tree.take(event),
    onSummary: (summary) => tree.takeSummary(summary),
    onFind: (report) => tree.find.take(report),
    onPlace: () => tree.takePlace(),
    onBlur: () => {},
    onAsk: (ask) => tree.takeAsk(ask),
    readTokens: (nodeId, positionId) => tree.tokens.read(nodeId, positionId),
  });
  tree.attach(manuscript);
  if (kept === null) manuscript.placeCaretAfter(manuscript.summary().pathLength - 1);
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
    manuscript,
    view,
    notices,
    settle,
    leave: async (keptTexts) => {
      const closed = tree.close();
      await settle();
      await closed;
      keptTexts.keep(desk.treeId, tree.leave());
      manuscript.destroy();
      parent.remove();
    },
    vanish: () => {
      isGone = true;
      tree.leave();
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
      // Who goes to what was pruned a moment before is told so.
      const told = notices.banners.get().filter(({ detail }) => !detail.includes('restore it first'));
      expect(told).toEqual([]);
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
