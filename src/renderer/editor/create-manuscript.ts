import { selectAll } from '@codemirror/commands';
import type { TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { getPlace } from '../../core/buffer/segments.ts';
import { asks } from './asks.ts';
import { caretPart } from './caret/caret-place.ts';
import { coverTop } from './caret/covered-top.ts';
import { placeOf, reportPlace } from './caret/place.ts';
import { splitsPair } from './caret/whole-characters.ts';
import { emitEvents } from './emit.ts';
import { stateOf } from './extensions.ts';
import { Finder } from './find/find.ts';
import { startSearchThread } from './find/find-thread.ts';
import { oncePerFrame } from './frame.ts';
import { historyHeld, redoVisible, undoVisible } from './history.ts';
import { HistoryHold } from './history-hold.ts';
import { AfterComposition } from './input/composition.ts';
import { dropFiles } from './input/file-drop.ts';
import { pointAt, replaceWord } from './input/point-at.ts';
import { keepText, keptStateOf } from './kept-text.ts';
import type {
  Manuscript,
  ManuscriptAuthor,
  ManuscriptContent,
  ManuscriptOptions,
  ManuscriptSummary,
  StreamingText,
} from './manuscript.ts';
import { boundaryOfCaret } from './margin/boundaries.ts';
import { continuationCount, continuationCountShown } from './margin/branch-margin.ts';
import { notesAsked } from './margin/margin-notes.ts';
import { authorsShown } from './marks/author-style.ts';
import { showPreview } from './marks/preview.ts';
import { streamingShown } from './marks/streaming.ts';
import { askAboutToken, tokensRead } from './marks/token-pointer.ts';
import { truncatedMarks, truncatedTextShown } from './marks/truncated-text.ts';
import { firstUnanswered } from './path/buffer-path.ts';
import { draftOf, restoredPath } from './path/draft-of.ts';
import { draftCommitted, draftSealed, draftUnsealed, findTextChange } from './path/effects.ts';
import { type FindHeader, headersShown, pathHeaders } from './path/path-headers.ts';
import { appendNode, replaceTail } from './path/replace-nodes.ts';
import { newSegmentId } from './path/segment-ids.ts';
import { segments } from './path/segments.ts';
import { textOf } from './plain-text.ts';
import { PLAIN, preferences, preferencesChanged } from './preferences.ts';
import { SpellChecker } from './spelling/spelling.ts';
import { equalSummaries, summaryOf } from './summary.ts';
import { countingFrom, SelectionWords, sessionWordsOf } from './word-count.ts';

/** Puts the manuscript into `options.parent` (`manuscript.md`). Nothing of it is in React. */
export function createManuscript(options: ManuscriptOptions): Manuscript {
  let authors: readonly ManuscriptAuthor[] = options.authors ?? [];
  let told: ManuscriptSummary | null = null;
  let streaming: StreamingText | null = null;
  let findHeader: FindHeader = () => undefined;
  let continuations = 0;
  let preferred = options.preferences ?? PLAIN;
  let written = options.sessionWords ?? 0;
  const selected = new SelectionWords();

  const emit = emitEvents(
    (event) => options.onEvent(event),
    () => view.state,
  );
  const afterComposition = new AfterComposition(() => view);
  const hold = new HistoryHold(() => view);
  const window = options.parent.ownerDocument.defaultView ?? globalThis.window;
  const summarise = oncePerFrame(window, () => {
    const summary = summaryOf(view.state, selected);
    if (told !== null && equalSummaries(told, summary)) return;
    told = summary;
    options.onSummary(summary);
  });
  const stream = oncePerFrame(window, () => {
    afterComposition.run(() => view.dispatch({ effects: streamingShown.of(streaming) }));
  });

  const headers = oncePerFrame(window, () => {
    afterComposition.run(() => view.dispatch({ effects: headersShown.of(findHeader) }));
  });

  const tellFinds = oncePerFrame(window, () => options.onFind?.(finder.report()));
  const finder = new Finder({
    view: () => view,
    startThread: options.startSearchThread ?? startSearchThread,
    onChange: () => tellFinds.request(),
  });

  const spelling = new SpellChecker(options.checkWords);

  const outside = [
    spelling.extension,
    asks.of((ask) => options.onAsk?.(ask)),
    options.readTokens === undefined ? [] : tokensRead.of(options.readTokens),
    EditorView.updateListener.of((update) => {
      if (update.transactions.length === 0) return;
      if (update.transactions.some((transaction) => findTextChange(transaction) !== undefined)) hold.clear();
      emit(update.transactions);
      summarise.request();
    }),
    afterComposition.extension,
    finder.extension,
    historyHeld.of((step) => afterComposition.isWaiting || hold.takes(step)),
    reportPlace((place) => options.onPlace(place)),
    dropFiles({
      run: (change) => afterComposition.run(change),
      onRefused: (name) => options.onFileRefused?.(name),
    }),
    notesAsked.of((positionId) => options.onNotes?.(positionId)),
    EditorView.domEventHandlers({
      blur: () => {
        options.onBlur();
        return false;
      },
    }),
  ];
  const newState = (content: ManuscriptContent) =>
    stateOf(content, authors, options, [
      pathHeaders.init(() => findHeader),
      continuationCount.init(() => continuations),
      preferences.init(() => preferred),
      countingFrom(written, keptStateOf(content.kept)?.written ?? written),
      outside,
    ]);
  /** The top of the text needs no scrolling, which would hide the margin above it. */
  const restoreScroll = ({ cursor }: ManuscriptContent) => {
    if (cursor === null || cursor.scroll <= 0) return;
    const offset = Math.min(cursor.scroll, view.state.doc.length);
    dispatch({ effects: EditorView.scrollIntoView(offset, { y: 'start', yMargin: 0 }) });
  };

  const view: EditorView = new EditorView({
    state: newState(options.content),
    parent: options.parent,
  });
  const dispatch = (spec: TransactionSpec) => view.dispatch(spec);
  restoreScroll(options.content);
  summarise.request();

  return {
    focus: () => view.focus(),
    destroy: () => {
      summarise.cancel();
      stream.cancel();
      headers.cancel();
      tellFinds.cancel();
      finder.destroy();
      afterComposition.clear();
      view.destroy();
    },
    summary: () => summaryOf(view.state, selected),
    draft: () => draftOf(view.state),
    replaceContent: (content) => {
      afterComposition.clear();
      hold.clear();
      stream.cancel();
      written = sessionWordsOf(view.state);
      view.setState(newState(content));
      finder.restart();
      restoreScroll(content);
      if (streaming !== null) stream.request();
      summarise.request();
    },
    seal: () => dispatch({ effects: draftSealed.of(newSegmentId()) }),
    committed: (commit) => dispatch({ effects: draftCommitted.of(commit) }),
    unseal: () => dispatch({ effects: draftUnsealed.of(null) }),
    replaceTail: (keep, nodes, tail) => {
      const after = firstUnanswered(view.state.field(segments));
      // An input method's caret is its own.
      const placed = view.compositionStarted ? { ...tail, caret: 'keep' as const } : tail;
      afterComposition.run(() => dispatch(replaceTail(view.state, keep, nodes, after, placed)));
    },
    append: (node) => afterComposition.run(() => dispatch(appendNode(view.state, node))),
    showStreaming: (next) => {
      streaming = next;
      // What ends goes at once: its text may be arriving in this frame.
      if (next !== null) return stream.request();
      stream.cancel();
      afterComposition.run(() => dispatch({ effects: streamingShown.of(null) }));
    },
    showHeaders: (find) => {
      findHeader = find;
      headers.request();
    },
    showContinuationCount: (count) => {
      if (count === continuations) return;
      continuations = count;
      afterComposition.run(() => dispatch({ effects: continuationCountShown.of(count) }));
    },
    showPreview: (preview) => afterComposition.run(() => showPreview(view, preview)),
    showLeftOut: (ranges) =>
      afterComposition.run(() => {
        const marks = truncatedMarks(view.state.field(segments), ranges);
        if (marks !== null) dispatch({ effects: truncatedTextShown.of(marks) });
      }),
    askAboutCaret: () => {
      const boundary = boundaryOfCaret(view);
      if (boundary === null) return false;
      options.onAsk?.({ kind: 'about', by: 'key', ...boundary });
      return true;
    },
    askAboutToken: () => askAboutToken(view),
    showAuthors: (next) => {
      authors = next;
      dispatch({ effects: authorsShown.of(next) });
    },
    prefer: (next) => {
      preferred = next;
      afterComposition.run(() => dispatch({ effects: preferencesChanged.of(next) }));
      // Sizes around the editor may have changed with it.
      view.requestMeasure();
    },
    coverTop: (height) => coverTop(view, height),
    place: () => placeOf(view),
    caretPart: () => caretPart(view.state.field(segments), view.state.selection.main.head),
    placeCaretAfter: (index) => {
      const path = view.state.field(segments);
      const place = index < 0 ? null : getPlace(path.segments, index);
      const anchor = place === null ? 0 : place.start + place.segment.length;
      dispatch({ selection: { anchor }, scrollIntoView: true });
    },
    type: (text) => {
      if (view.state.readOnly) return;
      const how = { userEvent: 'input.type', scrollIntoView: true };
      view.dispatch(view.state.replaceSelection(textOf(text)), how);
    },
    placeCaretIn: (index, offset) => {
      const { start, segment } = getPlace(view.state.field(segments).segments, index);
      const place = start + Math.min(offset, segment.length);
      // The offset may be of another version, or of before an edit.
      const anchor = splitsPair(view.state.doc, place) ? place - 1 : place;
      dispatch({ selection: { anchor }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    },
    find: (query, how) => finder.show(query, how),
    findStep: (direction) => finder.step(direction),
    replaceFound: (template) => finder.replace(template),
    replaceAllFound: (template, onDone) => finder.replaceAll(template, onDone),
    selectedText: () => {
      const { from, to } = view.state.selection.main;
      return view.state.sliceDoc(from, to);
    },
    pointAt: (point) => spelling.wordAt(view, pointAt(view, point)),
    replaceWord: (word, text) => replaceWord(view, word, text),
    selectAll: () => void selectAll(view),
    isComposing: () => afterComposition.isHolding,
    afterComposing: (task) => afterComposition.run(task),
    holdHistory: (held) => {
      if (held) hold.begin();
      else hold.end();
    },
    restored: () => restoredPath(view.state, view.state),
    keep: () => (view.compositionStarted ? null : keepText(view.state)),
    undo: () => void undoVisible(view),
    redo: () => void redoVisible(view),
    textForChecks: () => view.state.doc.toString(),
  };
}
