/** The editor of one message in a document, with what it reported. */
import { EditorView } from '@codemirror/view';
import { expect, onTestFinished } from 'vitest';
import { applySplices } from '../../../../src/core/buffer/apply-splices.ts';
import { concatSpans, type SpannedText } from '../../../../src/core/text/span.ts';
import type { DraftSplice } from '../../../../src/core/text/splice.ts';
import {
  createMessageEditor,
  type MessageEditor,
  type MessageEditorOptions,
} from '../../../../src/renderer/editor/index.ts';
import type { RefusedText } from '../../../../src/renderer/surface.ts';
import { letters, WRITER } from '../open-manuscript.ts';

export const EMPTY: SpannedText = { text: '', spans: [] };

/** Consecutive texts as one, each with its author. */
export function joined(...parts: readonly SpannedText[]): SpannedText {
  return {
    text: parts.map(({ text }) => text).join(''),
    spans: concatSpans(...parts.map(({ spans }) => spans)),
  };
}

export interface OpenedMessage {
  readonly message: MessageEditor;
  readonly view: EditorView;
  readonly parent: HTMLElement;
  /** One entry per report. */
  readonly reports: (readonly DraftSplice[])[];
  readonly refused: RefusedText[];
  text(): string;
  /** The author of each code unit. */
  authors(): string;
  /** Replaces `[from, to)`; each `input.paste` is an undo step. */
  type(from: number, to: number, insert: string, userEvent?: string): void;
  /** The reports make the present text and authors of the first ones. */
  check(): void;
}

export function openMessage(
  content: SpannedText = EMPTY,
  options: Partial<MessageEditorOptions> = {},
): OpenedMessage {
  const parent = document.body.appendChild(document.createElement('div'));
  const reports: (readonly DraftSplice[])[] = [];
  const refused: RefusedText[] = [];
  let reported: SpannedText | null = null;
  const message = createMessageEditor({
    parent,
    content,
    state: null,
    label: 'Message',
    writerId: WRITER,
    nonce: 'nonce',
    readOnly: false,
    onRefused: (what) => refused.push(what),
    ...options,
    onChange: (splices, now) => {
      reports.push(splices);
      reported = now;
      options.onChange?.(splices, now);
    },
  });
  onTestFinished(() => message.destroy());
  const found = parent.querySelector<HTMLElement>('.cm-editor');
  const view = found === null ? null : EditorView.findFromDOM(found);
  if (view === null) throw new Error('no editor in the parent');
  return {
    message,
    view,
    parent,
    reports,
    refused,
    text: () => message.content().text,
    authors: () => letters(message.content().spans),
    type: (from, to, insert, userEvent = 'input.type') =>
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent,
      }),
    check: () => {
      const now = message.content();
      const told = applySplices(content, reports.flat());
      expect(told.text).toBe(now.text);
      expect(letters(told.spans)).toBe(letters(now.spans));
      if (reported !== null) expect(reported).toEqual(now);
      expect(view.state.doc.toString()).toBe(now.text);
    },
  };
}
