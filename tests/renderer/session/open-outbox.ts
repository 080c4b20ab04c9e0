/** An outbox between a real editor and the fake main, with methods for typing. */
import { EditorView } from '@codemirror/view';
import { vi } from 'vitest';
import type { ErrorCode } from '../../../src/core/errors.ts';
import { createManuscript, type Manuscript } from '../../../src/renderer/editor/index.ts';
import { DraftSession } from '../../../src/renderer/session/draft/draft-session.ts';
import type { IntentContext, IntentOutcome, PathIntent } from '../../../src/renderer/session/path/intent.ts';
import { nodesOf } from '../../../src/renderer/session/path/path-segments.ts';
import { PathSession } from '../../../src/renderer/session/path/path-session.ts';
import { type LittleMain, WRITER } from './little-main.ts';

// jsdom has no layout, but CodeMirror measures anyway.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

export interface Outbox {
  readonly draft: DraftSession;
  readonly path: PathSession;
  readonly manuscript: Manuscript;
  readonly context: IntentContext;
  /** Bugs that the session detected. */
  readonly bugs: readonly unknown[];
  /** Why undo and redo steps were abandoned. */
  readonly notRestored: readonly ErrorCode[];
  text(): string;
  /** Types at an offset of the whole text, by default at its end. */
  type(text: string, at?: number): void;
  /** Replaces `[from, to)`. */
  replace(from: number, to: number, text: string): void;
  submit(intent: (context: IntentContext) => PathIntent): Promise<IntentOutcome>;
  /** Advances time until no work is in progress. */
  settle(): Promise<void>;
}

export function openOutbox(main: LittleMain): Outbox {
  const snapshot = main.snapshot();
  const path = new PathSession(snapshot);
  const bugs: unknown[] = [];
  const notRestored: ErrorCode[] = [];
  const draft = new DraftSession({
    mode: 'buffer',
    client: main.client,
    path,
    checks: true,
    isChecking: () => main.isChecking,
    onNotRestored: (failure) => notRestored.push(failure.code),
    onBug: (error) => bugs.push(error),
  });
  const parent = document.body.appendChild(document.createElement('div'));
  const manuscript = createManuscript({
    parent,
    content: {
      rootPositionId: snapshot.rootPositionId,
      nodes: nodesOf(snapshot.segments),
      edits: snapshot.edits,
      buffer: snapshot.buffer,
      cursor: null,
    },
    writerId: WRITER,
    nonce: 'nonce',
    readOnly: false,
    mayCommit: () => !main.isChecking,
    onEvent: (event) => draft.onDraftEvent(event),
    onSummary: () => {},
    onCursor: () => {},
    onBlur: () => {},
  });
  draft.attach(manuscript);
  const found = parent.querySelector<HTMLElement>('.cm-editor');
  const view = found === null ? null : EditorView.findFromDOM(found);
  if (view === null) throw new Error('no editor in the parent');
  const context = { client: main.client, path, surface: manuscript };
  const replace = (from: number, to: number, insert: string) =>
    view.dispatch({
      changes: { from, to, insert },
      selection: { anchor: from + insert.length },
      userEvent: 'input.type',
    });
  return {
    draft,
    path,
    manuscript,
    context,
    bugs,
    notRestored,
    replace,
    text: () => manuscript.textForChecks(),
    type: (text, at = view.state.doc.length) => replace(at, at, text),
    submit: (intent) => draft.submit(intent(context)),
    settle: async () => {
      await vi.advanceTimersByTimeAsync(10_000);
    },
  };
}
