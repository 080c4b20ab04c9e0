import { standardKeymap } from '@codemirror/commands';
import { EditorState, type Extension, Transaction, type TransactionSpec } from '@codemirror/state';
import { EditorView, keymap } from '@codemirror/view';
import { getLocation, type Segment } from '../../../core/buffer/segments.ts';
import type { AgentId, NodeId, PositionId } from '../../../core/ids.ts';
import { equalSpans, type SpannedText } from '../../../core/text/span.ts';
import type { PastContent, PastTextSummary, PastTextSurface, PlaceInView } from '../../past-surface.ts';
import type { ManuscriptContent } from '../../surface.ts';
import { keysByWord, wordClicks } from '../caret/by-word.ts';
import { wrappedCaret } from '../caret/wrapped-caret.ts';
import { TEXTBOX } from '../content-attributes.ts';
import { oncePerFrame } from '../deferred-work.ts';
import { clipboard } from '../input/clipboard.ts';
import type { ManuscriptAuthor } from '../manuscript.ts';
import { AuthorStyles, authorStyle, authorStyles, authorsShown } from '../marks/author-style.ts';
import { authorship, writer } from '../marks/authorship.ts';
import { decorations } from '../marks/decorations.ts';
import { buildAuthorsWhenIdle, lazyAuthors } from '../marks/lazy-authors.ts';
import { paragraphs } from '../marks/paragraphs.ts';
import { newSegmentId, pathOfContent, segmentOfNode, workingBuffer } from '../path/buffer-path.ts';
import { pathReplaced } from '../path/effects.ts';
import { segments } from '../path/segments.ts';
import { commonPrefix, commonSuffix } from '../path/text-change.ts';
import { textOf } from '../plain-text.ts';
import { type ManuscriptPreferences, preferences, preferencesChanged } from '../preferences.ts';
import { theme } from '../theme.ts';
import { wordCount } from '../word-count.ts';
import { placeInView, scrollToPassage } from './place-in-view.ts';

export interface PastManuscriptOptions {
  readonly parent: HTMLElement;
  readonly content: Omit<ManuscriptContent, 'cursor'>;
  readonly writerId: AgentId;
  readonly authors: readonly ManuscriptAuthor[];
  readonly preferences: ManuscriptPreferences;
  /** Nonce for the style sheets that CodeMirror creates. */
  readonly nonce: string;
  /** The accessible name. */
  readonly label: string;
  /** The scroll position in another state of the text; null at its top. */
  readonly place: PlaceInView | null;
  /** Called at most once a frame. */
  onSummary(summary: PastTextSummary): void;
}

/** A past state of the manuscript in its colours, which can be read, selected and copied, but not changed. */
export interface PastManuscript extends PastTextSurface {
  /**
   * Shows another state, at the passage that is in view.
   * @param follows scrolls on to the difference, if that is out of view
   */
  show(text: PastContent, follows: boolean): void;
  setAuthors(authors: readonly ManuscriptAuthor[]): void;
  setPreferences(preferences: ManuscriptPreferences): void;
  destroy(): void;
}

/** Room around a change that scrolls into view. CSS pixels. */
const MARGIN = 96;

/** Creates it in `options.parent`. It knows nothing of the manuscript whose place it takes. */
export function createPastManuscript(options: PastManuscriptOptions): PastManuscript {
  let { place } = options;
  let parts = partsOf(options.content);
  /** The reader scrolled since: the passage in view is another one. */
  let hasScrolled = false;
  const window = options.parent.ownerDocument.defaultView ?? globalThis.window;
  const onScrolled = () => {
    hasScrolled = true;
    return false;
  };
  const summary = oncePerFrame(window, () => options.onSummary(summaryOf(view.state)));
  const host = [
    EditorView.updateListener.of(() => summary.request()),
    EditorView.domEventHandlers({
      wheel: onScrolled,
      touchmove: onScrolled,
      keydown: onScrolled,
      mousedown: onScrolled,
    }),
  ];
  const view: EditorView = new EditorView({ state: stateOf(options, host), parent: options.parent });
  const scroll = () => {
    if (place === null) view.scrollDOM.scrollTop = 0;
    else view.dispatch({ effects: scrollToPassage(view, place) });
  };
  scroll();
  summary.request();
  return {
    focus: () => view.focus(),
    selectedRange: () => {
      const { from, to } = view.state.selection.main;
      return { from, to };
    },
    selectedText: () => {
      const { from, to } = view.state.selection.main;
      return view.state.sliceDoc(from, to);
    },
    show: (text, follows) => {
      if (hasScrolled) place = placeInView(view);
      hasScrolled = false;
      const now = partsOf(text, parts);
      const spec = showParts(view.state, parts, now);
      parts = now;
      if (spec === null) return;
      const transaction = view.state.update(spec);
      view.dispatch(transaction);
      if (!follows) return scroll();
      let changed: number | null = null;
      transaction.changes.iterChangedRanges((_fromA, _toA, from) => {
        changed ??= from;
      });
      if (changed === null) return;
      view.dispatch({ effects: EditorView.scrollIntoView(changed, { y: 'nearest', yMargin: MARGIN }) });
      // The reader stays where the replay has led.
      hasScrolled = true;
    },
    setAuthors: (authors) => view.dispatch({ effects: authorsShown.of(authors) }),
    setPreferences: (next) => {
      view.dispatch({ effects: preferencesChanged.of(next) });
      view.requestMeasure();
    },
    destroy: () => {
      summary.cancel();
      view.destroy();
    },
  };
}

function stateOf(options: PastManuscriptOptions, host: Extension): EditorState {
  const { content, writerId, authors, label, nonce } = options;
  const edits = new Map(content.edits.map((edit) => [edit.nodeId, edit]));
  const shown = [...content.nodes.map((node) => edits.get(node.nodeId) ?? node), content.buffer];
  return EditorState.create({
    doc: textOf(shown.map(({ text }) => text).join('')),
    extensions: [
      EditorState.lineSeparator.of('\n'),
      EditorState.readOnly.of(true),
      writer.of(writerId),
      segments.init(() => pathOfContent({ ...content, cursor: null })),
      authorship.init((state) => lazyAuthors(shown, state.field(segments).segments, writerId)),
      buildAuthorsWhenIdle,
      authorStyles.init(() => new AuthorStyles(authors)),
      preferences.init(() => options.preferences),
      authorStyle,
      decorations,
      paragraphs,
      wordCount,
      clipboard,
      wrappedCaret,
      EditorView.contentAttributes.of({ ...TEXTBOX, 'aria-label': label, 'aria-readonly': 'true' }),
      EditorView.lineWrapping,
      theme,
      EditorView.cspNonce.of(nonce),
      keymap.of(keysByWord(standardKeymap)),
      wordClicks,
      host,
    ],
  });
}

function summaryOf(state: EditorState): PastTextSummary {
  const { text, progress } = state.field(wordCount);
  return { words: progress === null ? text : null, hasSelection: !state.selection.main.empty };
}

// From one past text to another, at the cost of the difference (`layers.md`: at most two version switches a step).

/** The content of a segment in a past text. A node without an edit is the node itself, by which it is recognised. */
interface PastPart extends SpannedText {
  /** Null for the working buffer, which comes last. */
  readonly node: { readonly nodeId: NodeId; readonly positionId: PositionId; readonly isSplit?: true } | null;
  readonly isPending: boolean;
}

/** The parts of a past text; those that `before` has already are the same objects. */
function partsOf(content: PastContent, before: readonly PastPart[] = []): readonly PastPart[] {
  const edits = new Map(content.edits.map((edit) => [edit.nodeId, edit]));
  const known = new Map(before.map((part) => [part.node, part]));
  const parts = content.nodes.map((node): PastPart => {
    const edit = edits.get(node.nodeId);
    const { text, spans } = edit ?? node;
    const same = known.get(node);
    return same !== undefined && showsSame(same, { text, spans }, edit !== undefined)
      ? same
      : { node, text, spans, isPending: edit !== undefined };
  });
  const last = before.at(-1);
  const isSame = last !== undefined && showsSame(last, content.buffer, false);
  const { text, spans } = content.buffer;
  return [...parts, isSame ? last : { node: null, text, spans, isPending: false }];
}

function showsSame(part: PastPart, { text, spans }: SpannedText, isPending: boolean): boolean {
  if (part.isPending !== isPending) return false;
  return part.text === text && (part.spans === spans || equalSpans(part.spans, spans));
}

/** Shows other parts, which share those that stay with the ones shown; null if nothing differs. */
function showParts(
  state: EditorState,
  before: readonly PastPart[],
  now: readonly PastPart[],
): TransactionSpec | null {
  const most = Math.min(before.length, now.length);
  let from = 0;
  while (from < most && before[from] === now[from]) from += 1;
  let after = 0;
  while (after < most - from && before.at(-1 - after) === now.at(-1 - after)) after += 1;
  const to = before.length - after;
  const parts = now.slice(from, now.length - after);
  if (from === to && parts.length === 0) return null;
  const path = state.field(segments).segments;
  const start = getLocation(path, from).start;
  const end = to === path.count ? path.length : getLocation(path, to).start;
  const text = parts.map((part) => part.text).join('');
  const kept = commonPrefix(state.doc, start, end, text);
  const alike = commonSuffix(state.doc, start + kept, end, text.slice(kept));
  const change = {
    from: start + kept,
    to: end - alike,
    insert: textOf(text.slice(kept, text.length - alike)),
  };
  return {
    changes: change,
    effects: pathReplaced.of({
      from,
      to,
      segments: parts.map(segmentOf),
      at: start,
      spans: parts.map(({ spans }) => spans),
    }),
    annotations: Transaction.addToHistory.of(false),
    filter: false,
  };
}

function segmentOf({ node, text, spans, isPending }: PastPart): Segment {
  if (node === null) return workingBuffer(newSegmentId(), text.length);
  return { ...segmentOfNode({ ...node, text, spans }), pending: isPending };
}
