/** A window for writing: its session, a real editor for the tree it shows, and the program's own handlers. */
import { EditorView } from '@codemirror/view';
import { onTestFinished, vi } from 'vitest';
import { AspenError, type ErrorCode } from '../../../src/core/errors.ts';
import type { RequestId, TreeId } from '../../../src/core/ids.ts';
import type { EventName, Events, RequestName } from '../../../src/ipc/contract.ts';
import type { Call, Client } from '../../../src/renderer/client.ts';
import { createManuscript, type Manuscript } from '../../../src/renderer/editor/index.ts';
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
  /** The editor of that tree. */
  manuscript(): Manuscript;
  /** What main holds of a tree's path and draft. */
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

  const asked: RequestName[] = [];
  let gates: readonly Gate[] = [];
  const shut = (gate: Gate) => {
    gates = [...gates, gate];
    return () => {
      gates = gates.filter((other) => other !== gate);
    };
  };
  const call: Call = async (name, input) => {
    const crossed = structuredClone(input);
    asked.push(name);
    const of = 'treeId' in crossed ? crossed.treeId : null;
    for (const gate of gates)
      if (gate.name === name && (gate.treeId === null || gate.treeId === of)) await gate.pass();
    return desk.call(name, crossed);
  };
  const listeners = new Map<string, (value: unknown) => void>();
  const client: Client = {
    call,
    on: (name, listener) => {
      listeners.set(name, (value) => listener(value as Events[typeof name]));
      return () => listeners.delete(name);
    },
    openDropped: async () => {},
    newRequestId: () => {
      requests += 1;
      return `01KDXW${String(requests).padStart(20, '0')}` as RequestId;
    },
  };
  desk.grove.listen((name, value) => listeners.get(name)?.(value));
  const session = new AppSession({ client, schedule: (callback) => setTimeout(callback) });

  let shownAs = -1;
  let view: EditorView | null = null;
  let editor: Manuscript | null = null;
  let close = () => {};
  session.scene.subscribe(() => {
    const scene = session.scene.get();
    if (scene.kind !== 'grove' || scene.revision === shownAs) return;
    shownAs = scene.revision;
    close();
    const shown = scene.desk;
    const parent = document.body.appendChild(document.createElement('div'));
    const manuscript = createManuscript({
      parent,
      content: shown.content(),
      writerId: scene.grove.writerId,
      nonce: 'nonce',
      readOnly: false,
      startSearchThread: searchThread,
      onEvent: (event) => shown.onDraftEvent(event),
      onSummary: (summary) => shown.onSummary(summary),
      onCursor: () => shown.onCursorMoved(),
      onBlur: () => {},
      onRequest: (ask) => shown.onRequest(ask),
    });
    shown.attach(manuscript);
    editor = manuscript;
    const found = parent.querySelector<HTMLElement>('.cm-editor');
    view = found === null ? null : EditorView.findFromDOM(found);
    close = () => {
      manuscript.destroy();
      parent.remove();
    };
  });
  onTestFinished(() => close());
  const viewNow = () => {
    if (view === null) throw new Error('nothing is shown');
    return view;
  };
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
  type(words);
  await settle();
  return {
    desk,
    session,
    first,
    second,
    asked,
    shown: () => session.findTree()?.treeId ?? null,
    text: () => viewNow().state.doc.toString(),
    manuscript: () => {
      if (editor === null) throw new Error('nothing is shown');
      return editor;
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
    emit: (name, value) => listeners.get(name)?.(value),
  };
}
