/** A manuscript in a document, with the events and summaries it emitted. */
import { EditorView } from '@codemirror/view';
import { onTestFinished } from 'vitest';
import { listSegments } from '../../../src/core/buffer/segments.ts';
import type { AgentId, NodeId, PositionId } from '../../../src/core/ids.ts';
import { concatSpans, type SpannedText, type Spans, wholeSpans } from '../../../src/core/text/span.ts';
import {
  createManuscript,
  type DraftEvent,
  type Manuscript,
  type ManuscriptContent,
  type ManuscriptOptions,
  type ManuscriptSummary,
  type PathNode,
} from '../../../src/renderer/editor/index.ts';
import { authorship, spansBetween } from '../../../src/renderer/editor/marks/authorship.ts';
import { segments } from '../../../src/renderer/editor/path/segments.ts';
import { searchThread } from './search-thread.ts';

// jsdom has no layout, but CodeMirror measures anyway.
Range.prototype.getClientRects = () => [] as unknown as DOMRectList;

export const WRITER = 'writer' as AgentId;
export const MODEL = 'model' as AgentId;
export const OTHER_MODEL = 'other-model' as AgentId;
export const ROOT = 'root' as PositionId;

export function nodeId(id: string): NodeId {
  return id as NodeId;
}

export function written(agent: AgentId, text: string): SpannedText {
  return { text, spans: wholeSpans(agent, text.length) };
}

/** A node whose position is named after it: `position-<id>`. */
export function node(id: string, text: string, agent: AgentId = WRITER): PathNode {
  return { nodeId: nodeId(id), positionId: `position-${id}` as PositionId, ...written(agent, text) };
}

export function contentOf(
  nodes: readonly PathNode[],
  buffer = '',
  more: Partial<ManuscriptContent> = {},
): ManuscriptContent {
  return { rootPositionId: ROOT, nodes, edits: [], buffer: written(WRITER, buffer), cursor: null, ...more };
}

export interface Opened {
  readonly manuscript: Manuscript;
  readonly view: EditorView;
  readonly events: DraftEvent[];
  readonly summaries: ManuscriptSummary[];
  /** Text of each segment, in order, the working buffer last: `Once |there was| a castle`. */
  show(): string;
  spans(): Spans;
  /** Replaces `[from, to)` as typing would. */
  type(from: number, to: number, text: string, userEvent?: string): void;
}

export function openManuscript(
  content: ManuscriptContent,
  options: Partial<ManuscriptOptions> & { readonly onDraftEvent?: (event: DraftEvent) => void } = {},
): Opened {
  const parent = document.body.appendChild(document.createElement('div'));
  const events: DraftEvent[] = [];
  const summaries: ManuscriptSummary[] = [];
  const manuscript = createManuscript({
    parent,
    content,
    writerId: WRITER,
    nonce: 'nonce',
    readOnly: false,
    onEvent: (event) => {
      events.push(event);
      options.onDraftEvent?.(event);
    },
    onSummary: (summary) => summaries.push(summary),
    onCursor: () => {},
    onBlur: () => {},
    startSearchThread: searchThread,
    ...options,
  });
  // Otherwise work that waits for typing to pause outlives the window.
  onTestFinished(() => manuscript.destroy());
  const found = parent.querySelector<HTMLElement>('.cm-editor');
  const view = found === null ? null : EditorView.findFromDOM(found);
  if (view === null) throw new Error('no editor in the parent');
  const spans = () => spansBetween(view.state.field(authorship), 0, view.state.doc.length, WRITER);
  return {
    manuscript,
    view,
    events,
    summaries,
    spans,
    show: () => {
      let start = 0;
      return listSegments(view.state.field(segments).segments)
        .map((segment) => {
          const text = view.state.sliceDoc(start, start + segment.length);
          start += segment.length;
          return text;
        })
        .join('|');
    },
    type: (from, to, insert, userEvent = 'input.type') =>
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent,
      }),
  };
}

/** The author of each code unit, one letter each: `w` the writer, `m` the model, `o` the other model. */
export function letters(spans: Spans): string {
  const letter = new Map([
    [WRITER, 'w'],
    [MODEL, 'm'],
    [OTHER_MODEL, 'o'],
  ]);
  return concatSpans(spans)
    .map((span) => (letter.get(span.agent) ?? '?').repeat(span.length))
    .join('');
}
