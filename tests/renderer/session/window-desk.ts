/** A window for writing: its session, a real editor for the tree it shows, and the program's own handlers. */
import { EditorView } from '@codemirror/view';
import { onTestFinished, vi } from 'vitest';
import { AspenError, type ErrorCode } from '../../../src/core/errors.ts';
import type { RequestId, TreeId } from '../../../src/core/ids.ts';
import type { EventName, Events, RequestName } from '../../../src/ipc/contract.ts';
import type { GroveSnapshot } from '../../../src/ipc/wire/grove.ts';
import type { Call, Client } from '../../../src/renderer/client.ts';
import { createManuscript, type Manuscript } from '../../../src/renderer/editor/index.ts';
import type { BufferDesk } from '../../../src/renderer/session/manuscript/buffer-desk.ts';
import { AppSession } from '../../../src/renderer/session/window/app-session.ts';
import { HandlersDesk } from '../../helpers/desk.ts';
import { searchThread } from '../editor/search-thread.ts';

// jsdom has no layout, but CodeMirror measures anyway.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

/** Counts requests across all desks, because main recognizes a repeated request by its id. */
let requests = 0;

export interface WindowDesk {
  readonly desk: HandlersDesk;
  readonly session: AppSession;
  /** The tree shown first, and another tree of its grove. */
  readonly first: TreeId;
  readonly second: TreeId;
  /** The requests sent to main, in order. */
  readonly asked: readonly RequestName[];
  /** The tree on the screen. */
  shown(): TreeId | null;
  text(): string;
  /** The text of every tree on the screen. */
  texts(): ReadonlyMap<TreeId, string>;
  /** The editor of that tree. */
  manuscript(): Manuscript;
  /** Moves the keyboard to the text of a tree on the screen; the other methods then act there. */
  focus(treeId: TreeId): void;
  /** Destroys the page abruptly: whatever it did not send is never sent. */
  vanish(): void;
  /** Main's state of a tree's path and draft. */
  held(treeId: TreeId): Promise<string>;
  /** Types at an offset of the text, by default at its end. */
  type(text: string, at?: number): void;
  undo(): void;
  /** Advances time until no work is in progress. */
  settle(): Promise<void>;
  /** Makes requests of this name wait, only for `treeId` if given; returns a function that releases them. */
  hold(name: RequestName, treeId?: TreeId): () => void;
  /** Refuses the next `times` requests of this name; returns a function that ends it. */
  refuse(name: RequestName, code: ErrorCode, times?: number): () => void;
  /** Sends an event from main. */
  emit<E extends EventName>(name: E, value: Events[E]): void;
}

interface Gate {
  readonly name: RequestName;
  readonly treeId: TreeId | null;
  pass(): Promise<void>;
}

/** Types `words` in the tree shown first. */
export async function openWindowDesk(words: string): Promise<WindowDesk> {
  const desk = new HandlersDesk();
  const first = desk.treeId;
  const { id: second } = await desk.call('tree.create', { title: 'Another' });
  await desk.call('tree.show', { treeId: first });
  const window = await openWindow(desk, first, second);
  window.type(words);
  await window.settle();
  return window;
}

interface Editor {
  readonly view: EditorView;
  readonly manuscript: Manuscript;
  close(): void;
}

/** Puts a tree on the screen, as its pane does. */
function mount(session: AppSession, tree: BufferDesk, { writerId }: GroveSnapshot): Editor {
  const parent = document.body.appendChild(document.createElement('div'));
  parent.addEventListener('focusin', () => session.activate(tree));
  const manuscript = createManuscript({
    parent,
    content: tree.content(),
    writerId,
    nonce: 'nonce',
    readOnly: false,
    startSearchThread: searchThread,
    onEvent: (event) => tree.onDraftEvent(event),
    onSummary: (summary) => tree.onSummary(summary),
    onCursor: () => tree.onCursorMoved(),
    onBlur: () => {},
    onRequest: (ask) => tree.onRequest(ask),
  });
  tree.attach(manuscript);
  const found = parent.querySelector<HTMLElement>('.cm-editor');
  const view = found === null ? null : EditorView.findFromDOM(found);
  if (view === null) throw new Error('no editor in the parent');
  const close = () => {
    manuscript.destroy();
    parent.remove();
  };
  return { view, manuscript, close };
}

/** Opens a window on a grove that main has open. */
export async function openWindow(desk: HandlersDesk, first: TreeId, second: TreeId): Promise<WindowDesk> {
  let isGone = false;
  const asked: RequestName[] = [];
  let gates: readonly Gate[] = [];
  const shut = (gate: Gate) => {
    gates = [...gates, gate];
    return () => {
      gates = gates.filter((other) => other !== gate);
    };
  };
  const call: Call = async (name, input) => {
    if (isGone) return new Promise<never>(() => {});
    const crossed = structuredClone(input);
    asked.push(name);
    const of = 'treeId' in crossed ? crossed.treeId : null;
    for (const gate of gates)
      if (gate.name === name && (gate.treeId === null || gate.treeId === of)) await gate.pass();
    return desk.call(name, crossed);
  };
  const listeners: { readonly name: string; take(value: unknown): void }[] = [];
  const send = (name: string, value: unknown) => {
    for (const listener of listeners) if (listener.name === name) listener.take(value);
  };
  const client: Client = {
    call,
    on: (name, listener) => {
      const added = { name, take: (value: unknown) => listener(value as Events[typeof name]) };
      listeners.push(added);
      return () => void listeners.splice(listeners.indexOf(added), 1);
    },
    openDropped: async () => {},
    newRequestId: () => {
      requests += 1;
      return `01KDXW${String(requests).padStart(20, '0')}` as RequestId;
    },
  };
  desk.grove.listen((name, value) => {
    if (!isGone) send(name, value);
  });
  const session = new AppSession({ client, schedule: (callback) => setTimeout(callback) });

  const editors = new Map<BufferDesk, Editor>();
  const unmount = (tree: BufferDesk) => {
    editors.get(tree)?.close();
    editors.delete(tree);
  };
  session.scene.subscribe(() => {
    const scene = session.scene.get();
    const desks = scene.kind === 'grove' ? [scene.desk, scene.companion] : [];
    const shown = desks.flatMap((shownDesk) => (shownDesk?.mode === 'buffer' ? [shownDesk] : []));
    for (const tree of editors.keys()) if (!shown.includes(tree)) unmount(tree);
    for (const tree of shown)
      if (!editors.has(tree)) editors.set(tree, mount(session, tree, desk.grove.snapshot()));
  });
  onTestFinished(() => {
    for (const tree of editors.keys()) unmount(tree);
  });
  const editorNow = () => {
    const tree = session.findDesk();
    const editor = tree?.mode === 'buffer' ? editors.get(tree) : undefined;
    if (editor === undefined) throw new Error('nothing is shown');
    return editor;
  };
  const viewNow = () => editorNow().view;
  const type = (insert: string, from = viewNow().state.doc.length) => {
    viewNow().dispatch({
      changes: { from, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
    });
  };
  const settle = async () => {
    await vi.advanceTimersByTimeAsync(5_000);
  };
  const started = session.start();
  await settle();
  await started;
  return {
    desk,
    session,
    first,
    second,
    asked,
    shown: () => session.findTree()?.treeId ?? null,
    text: () => viewNow().state.doc.toString(),
    texts: () =>
      new Map(Array.from(editors, ([{ tree }, { view }]) => [tree.treeId, view.state.doc.toString()])),
    manuscript: () => editorNow().manuscript,
    focus: (treeId) => {
      for (const [{ tree }, { manuscript }] of editors) if (tree.treeId === treeId) manuscript.focus();
    },
    vanish: () => {
      isGone = true;
      for (const tree of editors.keys()) unmount(tree);
    },
    held: async (treeId) => {
      const { segments, buffer, edits } = await desk.call('path.read', { treeId });
      if (edits.length > 0) throw new Error('nothing here was edited');
      return segments.text + buffer.text;
    },
    type,
    undo: () => session.findTree()?.undo(),
    settle,
    hold: (name, treeId) => {
      let release = () => {};
      const gate = new Promise<void>((resolve) => {
        release = resolve;
      });
      const open = shut({ name, treeId: treeId ?? null, pass: () => gate });
      return () => {
        open();
        release();
      };
    },
    refuse: (name, code, times = Number.POSITIVE_INFINITY) => {
      let left = times;
      return shut({
        name,
        treeId: null,
        pass: async () => {
          left -= 1;
          if (left >= 0) throw new AspenError(code, 'as the test wants it');
        },
      });
    },
    emit: send,
  };
}
