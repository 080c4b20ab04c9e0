import { selectAll, undoDepth } from '@codemirror/commands';
import type { StateEffect, Transaction, TransactionSpec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { getLocation } from '../../core/buffer/segments.ts';
import type { FindHeader, ManuscriptSummary, StreamingText } from '../surface.ts';
import { caretInSegment } from './caret/current-position.ts';
import { dispatchInPlace } from './caret/held-place.ts';
import { cursorOf, reportCursor } from './caret/report-cursor.ts';
import { setTopInset } from './caret/top-inset.ts';
import { splitsPair } from './caret/whole-characters.ts';
import { emitEvents } from './emit-events.ts';
import { stateOf } from './extensions.ts';
import { Finder } from './find/find.ts';
import { startSearchThread } from './find/find-thread.ts';
import { historyDeferred, redoVisible, undoVisible } from './history.ts';
import { HistoryHold } from './history-hold.ts';
import { AfterComposition } from './input/composition.ts';
import { dropFiles } from './input/file-drop.ts';
import { pointAt, replaceWord } from './input/point-at.ts';
import { reportRefusedText } from './input/text-bounds.ts';
import type { Manuscript, ManuscriptAuthor, ManuscriptOptions } from './manuscript.ts';
import { boundaryOfCaret } from './margin/boundaries.ts';
import { continuationCountShown } from './margin/branch-margin.ts';
import { notesHandler } from './margin/margin-notes.ts';
import { authorsShown } from './marks/author-style.ts';
import { highlightOf } from './marks/highlight.ts';
import { showPreview } from './marks/preview.ts';
import { restShown } from './marks/rest-of-text.ts';
import { streamingShown } from './marks/streaming.ts';
import { requestTokenInfo, tokenReader } from './marks/token-pointer.ts';
import { truncatedMarks, truncatedTextShown } from './marks/truncated-text.ts';
import { oncePerFrame, oncePerFrameAfterPaint } from './once-per-frame.ts';
import { timelineSurface } from './past/timeline-surface.ts';
import { firstUnanswered } from './path/buffer-path.ts';
import { draftOf, pathAndDraftOf } from './path/draft-of.ts';
import { draftCommitted, draftSealed, draftUnsealed, findTextChange, isByOthers } from './path/effects.ts';
import { headersShown } from './path/path-headers.ts';
import { appendNode, replaceTail } from './path/replace-nodes.ts';
import { newSegmentId } from './path/segment-ids.ts';
import { segments } from './path/segments.ts';
import { showPath } from './path/show-path.ts';
import { showPhrases } from './phrases/show-phrases.ts';
import { textOf } from './plain-text.ts';
import { PLAIN, preferences, preferencesChanged } from './preferences.ts';
import { readSections } from './read-sections.ts';
import { requestHandler } from './request-handler.ts';
import { UnsavedSteps } from './saved-history.ts';
import { showPassages } from './show-passage.ts';
import { SpellChecker } from './spelling/spelling.ts';
import { createSnapshot, stateSnapshotOf } from './state-snapshot.ts';
import { showSuggestions } from './suggestions/show-suggestions.ts';
import { equalSummaries, summaryOf } from './summary.ts';
import { countingFrom, SelectionWords } from './word-count.ts';

/** Creates the manuscript in `options.parent` (`manuscript.md`). None of it is React. */
export function createManuscript(options: ManuscriptOptions): Manuscript {
  let authors: readonly ManuscriptAuthor[] = options.authors ?? [];
  let reported: ManuscriptSummary | null = null;
  let streaming: StreamingText | null = null;
  let findHeader: FindHeader = () => undefined;
  let continuations = 0;
  let rest: string | null = null;
  let currentPreferences = options.preferences ?? PLAIN;
  const { sessionWords = 0 } = options;
  const selected = new SelectionWords();

  const emit = emitEvents(
    (event) => options.onEvent(event),
    () => view.state,
  );
  const afterComposition = new AfterComposition(() => view);
  const historyHold = new HistoryHold(() => view);
  const window = options.parent.ownerDocument.defaultView ?? globalThis.window;
  const reportSummary = oncePerFrameAfterPaint(window, () => {
    const summary = summaryOf(view.state, selected);
    if (reported !== null && equalSummaries(reported, summary)) return;
    reported = summary;
    options.onSummary(summary);
  });
  const stream = oncePerFrame(window, () => {
    afterComposition.run(() => view.dispatch({ effects: streamingShown.of(streaming) }));
  });

  const passages = showPassages({
    window,
    view: () => view,
    afterComposing: (task) => afterComposition.run(task),
  });

  const proposals = showSuggestions({
    window,
    view: () => view,
    afterComposing: (task) => afterComposition.run(task),
    onSuggestions: (...report) => options.onSuggestions?.(...report),
  });

  const headers = oncePerFrame(window, () => {
    afterComposition.run(() => view.dispatch({ effects: headersShown.of(findHeader) }));
  });

  const reportFind = oncePerFrame(window, () => options.onFind?.(finder.report()));
  const finder = new Finder({
    view: () => view,
    startThread: options.startSearchThread ?? startSearchThread,
    onChange: () => reportFind.request(),
  });

  const spelling = new SpellChecker(options.checkWords);

  const hostExtensions = [
    spelling.extension,
    requestHandler.of((request) => options.onRequest?.(request)),
    options.readTokens === undefined ? [] : tokenReader.of(options.readTokens),
    EditorView.updateListener.of((update) => {
      if (update.transactions.length === 0) return;
      const isTyped = (transaction: Transaction) =>
        findTextChange(transaction) !== undefined && !isByOthers(transaction);
      if (update.transactions.some(isTyped)) historyHold.clear();
      emit(update.transactions);
      reportSummary.request();
    }),
    afterComposition.extension,
    finder.extension,
    proposals.extension,
    historyDeferred.of((step) => afterComposition.isWaiting || historyHold.defers(step)),
    reportCursor((cursor) => options.onCursor(cursor)),
    options.onSections === undefined ? [] : readSections(options.onSections),
    dropFiles({
      run: (change) => afterComposition.run(change),
      onRefused: (name) => options.onFileRefused?.(name),
    }),
    reportRefusedText((refused) => options.onTextRefused?.(refused)),
    notesHandler.of((positionId, anchorId) => options.onNotes?.(positionId, anchorId)),
    EditorView.domEventHandlers({
      blur: () => {
        options.onBlur();
        return false;
      },
    }),
  ];
  const { content } = options;
  /** The surroundings of the text; effects wait for `compositionend` where they change during a composition. */
  const shownEffects = (): readonly StateEffect<unknown>[] => [
    headersShown.of(findHeader),
    continuationCountShown.of(continuations),
    restShown.of(rest),
    preferencesChanged.of(currentPreferences),
    streamingShown.of(streaming),
  ];

  const view: EditorView = new EditorView({
    state: stateOf(content, authors, options, [
      preferences.init(() => currentPreferences),
      countingFrom(sessionWords, stateSnapshotOf(content.snapshot)?.written ?? sessionWords),
      hostExtensions,
    ]),
    parent: options.parent,
  });
  const unsavedSteps =
    stateSnapshotOf(content.snapshot)?.steps ?? new UnsavedSteps(view.state, content.undo?.first ?? null);
  const dispatch = (spec: TransactionSpec) => view.dispatch(spec);
  // At the top of the text, scrolling there would hide the margin above it.
  if (content.cursor !== null && content.cursor.scroll > 0) {
    const offset = Math.min(content.cursor.scroll, view.state.doc.length);
    dispatch({ effects: EditorView.scrollIntoView(offset, { y: 'start', yMargin: 0 }) });
  }
  reportSummary.request();

  return {
    ...passages.surface,
    ...proposals.surface,
    phrases: showPhrases({ view: () => view, afterComposing: (task) => afterComposition.run(task) }),
    ...timelineSurface({ view: () => view, afterComposing: (task) => afterComposition.run(task) }),
    focus: () => view.focus(),
    destroy: () => {
      passages.cancel();
      proposals.cancel();
      reportSummary.cancel();
      stream.cancel();
      headers.cancel();
      reportFind.cancel();
      finder.destroy();
      afterComposition.clear();
      view.destroy();
    },
    summary: () => summaryOf(view.state, selected),
    draft: () => draftOf(view.state),
    showPath: (path) => {
      // Moves that wait were made for the path that this replaces.
      afterComposition.clear();
      historyHold.clear();
      const spec = showPath(view.state, path);
      if (spec !== null) dispatch(spec);
      afterComposition.run(() => dispatch({ effects: shownEffects() }));
    },
    seal: () => dispatch({ effects: draftSealed.of(newSegmentId()) }),
    applyCommit: (commit) => dispatch({ effects: draftCommitted.of(commit) }),
    unseal: () => dispatch({ effects: draftUnsealed.of(null) }),
    replaceTail: (keptBefore, nodes, tail) => {
      const after = firstUnanswered(view.state.field(segments));
      // Never move the caret of an input method.
      const tailOptions = view.compositionStarted ? { ...tail, caret: 'keep' as const } : tail;
      afterComposition.run(() =>
        dispatchInPlace(view, replaceTail(view.state, keptBefore, nodes, after, tailOptions)),
      );
    },
    append: (node, endsStep = false) =>
      afterComposition.run(() => dispatch(appendNode(view.state, node, endsStep))),
    showStreaming: (next) => {
      streaming = next;
      // Remove an ended stream at once: its node may arrive in this frame.
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
    showRest: (words) => {
      if (words === rest) return;
      rest = words;
      afterComposition.run(() => dispatch({ effects: restShown.of(words) }));
    },
    showPreview: (preview) => afterComposition.run(() => showPreview(view, preview)),
    showTruncated: (ranges) =>
      afterComposition.run(() => {
        const marks = truncatedMarks(view.state.field(segments), ranges);
        if (marks !== null) dispatch({ effects: truncatedTextShown.of(marks) });
      }),
    highlight: (words) => afterComposition.run(() => dispatch({ effects: highlightOf(view.state, words) })),
    requestNodeInfo: () => {
      const boundary = boundaryOfCaret(view);
      if (boundary === null) return false;
      options.onRequest?.({ kind: 'about', by: 'key', ...boundary });
      return true;
    },
    requestTokenInfo: () => requestTokenInfo(view),
    setAuthors: (next) => {
      authors = next;
      dispatch({ effects: authorsShown.of(next) });
    },
    setPreferences: (next) => {
      currentPreferences = next;
      afterComposition.run(() => dispatch({ effects: preferencesChanged.of(next) }));
      // Sizes around the editor may have changed as well.
      view.requestMeasure();
    },
    setTopInset: (height) => setTopInset(view, height),
    cursor: () => cursorOf(view),
    caretInSegment: () => caretInSegment(view.state.field(segments), view.state.selection.main.head),
    moveCaretAfter: (index) => {
      const path = view.state.field(segments);
      const location = index < 0 ? null : getLocation(path.segments, index);
      const anchor = location === null ? 0 : location.start + location.segment.length;
      dispatch({ selection: { anchor }, scrollIntoView: true });
    },
    type: (text) => {
      if (view.state.readOnly) return;
      const transaction = { userEvent: 'input.type', scrollIntoView: true };
      view.dispatch(view.state.replaceSelection(textOf(text)), transaction);
    },
    collapseSelection: () => dispatch({ selection: { anchor: view.state.selection.main.to } }),
    moveCaretInto: (index, offset, to = offset) => {
      const { start, segment } = getLocation(view.state.field(segments).segments, index);
      // The offset may come from another version, or from before an edit.
      const [anchor = 0, head = 0] = [offset, to].map((at) => {
        const target = start + Math.min(at, segment.length);
        return splitsPair(view.state.doc, target) ? target - 1 : target;
      });
      dispatch({ selection: { anchor, head }, effects: EditorView.scrollIntoView(anchor, { y: 'center' }) });
    },
    find: (query, findOptions) => finder.setQuery(query, findOptions),
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
    isComposing: () => afterComposition.isBlocking,
    afterComposing: (task) => afterComposition.run(task),
    holdHistory: (held) => {
      if (held) historyHold.begin();
      else historyHold.end();
    },
    pathAndDraft: () => pathAndDraftOf(view.state, view.state),
    snapshot: () => (view.compositionStarted ? null : createSnapshot(view.state, unsavedSteps)),
    hasUnsavedSteps: () => !view.compositionStarted && unsavedSteps.hasAny(view.state),
    takeUnsavedSteps: () => (view.compositionStarted ? null : unsavedSteps.take(view.state)),
    forgetSavedSteps: () => unsavedSteps.forget(),
    undoDepth: () => undoDepth(view.state),
    undo: () => undoVisible(view),
    redo: () => redoVisible(view),
    textForChecks: () => view.state.doc.toString(),
  };
}
