import { isolateHistory, selectAll, undoDepth } from '@codemirror/commands';
import {
  type ChangeDesc,
  type ChangeSpec,
  EditorSelection,
  type EditorState,
  type Extension,
  Prec,
  type StateEffect,
  type Text,
  type Transaction,
  type TransactionSpec,
} from '@codemirror/state';
import { type Command, EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { getLocation, getWorkingBuffer, locationHolding, locationsFrom } from '../../core/buffer/segments.ts';
import { outlineSections } from '../../core/documents/document-sections.ts';
import type { Moment, MomentNode } from '../../core/history/moments/moment.ts';
import { movedPassages, offsetAfter, planSceneEdit, planSceneMove } from '../../core/sections/scene-edits.ts';
import { type Section, SectionCollector, type TextSection } from '../../core/sections/sections.ts';
import { countWords } from '../../core/text/count-words.ts';
import { NO_TEXT } from '../../core/text/span.ts';
import type { DraftSplice } from '../../core/text/splice.ts';
import type { TimelineSurface } from '../past-surface.ts';
import type { CursorState, FindHeader, ManuscriptSummary, SceneText, StreamingText } from '../surface.ts';
import {
  caretInSegment,
  committedLength,
  currentPositionAt,
  headPosition,
} from './caret/current-position.ts';
import { dispatchInPlace } from './caret/held-place.ts';
import { splitsPair } from './caret/whole-characters.ts';
import { listAttributes, type SuggestionList } from './content-attributes.ts';
import { afterPause, oncePerFrame, oncePerFrameAfterPaint } from './deferred-work.ts';
import { emitEvents } from './emit-events.ts';
import { stateOf } from './extensions.ts';
import { Finder } from './find/find.ts';
import { startSearchThread } from './find/find-thread.ts';
import { historyDeferred, redoVisible, undoVisible } from './history.ts';
import { AfterComposition } from './input/composition.ts';
import { dropFiles } from './input/file-drop.ts';
import { pointAt, replaceWord } from './input/point-at.ts';
import { reportRefusedText } from './input/text-bounds.ts';
import { completeLink, linkCompletion } from './links/link-completion.ts';
import { linkMarks, refreshLinks } from './links/link-marks.ts';
import { linkAt } from './links/links-between.ts';
import type { Manuscript, ManuscriptAuthor, ManuscriptOptions } from './manuscript.ts';
import { boundaryOfCaret } from './margin/boundaries.ts';
import { continuationCountShown } from './margin/branch-margin.ts';
import { forkAtCaret } from './margin/fork-places.ts';
import { notesHandler } from './margin/margin-notes.ts';
import { toggleCheckboxes } from './markdown/checkboxes.ts';
import { authorsShown } from './marks/author-style.ts';
import { authorship, type InsertedSpans, spansBetween, textAuthors, writer } from './marks/authorship.ts';
import { loreKeys } from './marks/lore-keys.ts';
import { highlightOf } from './marks/passage.ts';
import { showPreview } from './marks/preview.ts';
import { restShown } from './marks/rest-of-text.ts';
import { streamingShown } from './marks/streaming.ts';
import { requestTokenInfo, tokenReader } from './marks/token-pointer.ts';
import { truncatedMarks, truncatedTextShown } from './marks/truncated-text.ts';
import { placeInView } from './past/place-in-view.ts';
import { type BufferPath, firstUnanswered, newSegmentId } from './path/buffer-path.ts';
import { draftOf, pathAndDraftOf } from './path/draft-of.ts';
import {
  draftCommitted,
  draftSealed,
  draftUnsealed,
  findTextChange,
  isByOthers,
  positionPruned,
} from './path/effects.ts';
import { headersShown } from './path/path-headers.ts';
import { appendNode, replaceTail } from './path/replace-nodes.ts';
import { segments } from './path/segments.ts';
import { showPath } from './path/show-path.ts';
import { showPhrases } from './phrases/show-phrases.ts';
import { textOf } from './plain-text.ts';
import { PLAIN, preferences, preferencesChanged } from './preferences.ts';
import { requestHandler } from './request-handler.ts';
import { UnsavedSteps } from './saved-history.ts';
import { sceneSplices } from './scene-edits.ts';
import { sceneTexts } from './scene-texts.ts';
import { showPassages } from './show-passage.ts';
import { SpellChecker } from './spelling/spelling.ts';
import { createSnapshot, stateSnapshotOf } from './state-snapshot.ts';
import { showSuggestions } from './suggestions/show-suggestions.ts';
import { passagesMoved } from './suggestions/suggestions-field.ts';
import { countingFrom, SelectionWords, sessionWordsOf, wordCount } from './word-count.ts';

/** Creates the manuscript in `options.parent` (`manuscript.md`). None of it is React. */
export function createManuscript(options: ManuscriptOptions): Manuscript {
  let authors: readonly ManuscriptAuthor[] = options.authors ?? [];
  let reported: ManuscriptSummary | null = null;
  let streaming: StreamingText | null = null;
  let findHeader: FindHeader = () => undefined;
  let continuations = 0;
  let rest: string | null = null;
  let currentPreferences = options.preferences ?? PLAIN;
  let suggested: SuggestionList | null = null;
  const { sessionWords = 0 } = options;
  const selected = new SelectionWords();

  const emit = emitEvents(
    (event) => options.onEvent(event),
    () => view.state,
  );
  const afterComposition = new AfterComposition(() => view);
  const historyHold = new HistoryHold(() => view);
  const window = options.parent.ownerDocument.defaultView ?? globalThis.window;
  const sections = ViewPlugin.define(
    (shown) =>
      new SectionReader(shown, options.isDocument === true, (read) => {
        options.onSections?.(read);
        reportSummary.request();
      }),
  );
  const readSummary = () => summaryOf(view.state, selected, view.plugin(sections)?.indexAtCaret() ?? -1);
  const reportSummary = oncePerFrameAfterPaint(window, () => {
    const summary = readSummary();
    if (reported !== null && equalSummaries(reported, summary)) return;
    reported = summary;
    options.onSummary(summary);
  });
  const stream = oncePerFrame(window, () => {
    afterComposition.run(() => view.dispatch({ effects: streamingShown.of(streaming) }));
  });

  const wholeText = new WholeText(options.isDocument === true);
  const passages = showPassages(window, () => view, afterComposition);

  const proposals = showSuggestions(
    window,
    () => view,
    afterComposition,
    (...report) => options.onSuggestions?.(...report),
  );

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

  const keys = loreKeys(options.findLoreKeys);

  const hostExtensions = [
    spelling.extension,
    keys.extension,
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
    options.onSections === undefined ? [] : sections,
    dropFiles({
      run: (change) => afterComposition.run(change),
      onRefused: (name) => options.onFileRefused?.(name),
    }),
    reportRefusedText((refused) => options.onTextRefused?.(refused)),
    options.isDocument && options.links !== undefined ? linkMarks(options.links) : [],
    options.onLinkQuery === undefined ? [] : linkCompletion(options.onLinkQuery),
    EditorView.contentAttributes.of(() => listAttributes(suggested)),
    Prec.highest(
      EditorView.domEventHandlers({
        keydown: (event) =>
          !event.isComposing && !afterComposition.isBlocking && options.onLinkKey?.(event) === true,
      }),
    ),
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
    phrases: showPhrases(() => view, afterComposition),
    ...timelineSurface(() => view, afterComposition),
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
    summary: readSummary,
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
    toggleCheckboxes: () => toggleCheckboxes(view),
    readScenes: () => wholeText.scenes(view.state),
    editScenes: (action, at) => {
      const { state } = view;
      const { head } = state.selection.main;
      const sections = wholeText.sections(state.doc);
      const text = wholeText.text(state.doc);
      const plan =
        typeof action === 'string'
          ? planSceneEdit(text, sections, at ?? head, action)
          : planSceneMove(text, sections, action);
      if (typeof plan === 'string') return plan;
      // Elsewhere, the caret stays in its words, and the writer does not look at it.
      const isAtCaret = action === 'newScene' || (at === undefined && typeof action === 'string');
      const selection = EditorSelection.cursor(isAtCaret ? plan.caret : offsetAfter(plan, head));
      view.dispatch({
        ...restoring(sceneSplices(state, plan)),
        selection,
        scrollIntoView: isAtCaret,
        effects: passagesMoved.of(movedPassages(plan)),
        userEvent: 'move.scene',
      });
      return plan.caret;
    },
    linkAtCaret: () => (options.isDocument ? linkAt(view.state, view.state.selection.main.head) : null),
    refreshLinks: () => {
      refreshLinks(view);
      keys.refresh(view);
    },
    completeLink: (text) => completeLink(view, text),
    setSuggestions: (next) => {
      suggested = next;
      // An update reads the attributes again.
      dispatch({});
    },
    revealCaret: () => dispatch({ scrollIntoView: true }),
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

/** Queues undo and redo steps that are requested while a move along the tree is in progress. */
class HistoryHold {
  readonly #view: () => EditorView;
  #isHeld = false;
  #queued: Command[] = [];

  constructor(view: () => EditorView) {
    this.#view = view;
  }

  /** Returns true if a step has to wait; if so, it is queued and `end` runs it. */
  defers(step: Command): boolean {
    if (this.#isHeld) this.#queued.push(step);
    return this.#isHeld;
  }

  begin(): void {
    this.#isHeld = true;
  }

  end(): void {
    this.#isHeld = false;
    for (const step of this.#queued.splice(0)) step(this.#view());
  }

  /** Drops queued steps: after new typing, or with another history, they would revert something else. */
  clear(): void {
    this.#queued = [];
  }
}

/**
 * The manuscript's data for the rest of the window. The cost does not depend on the length of the text. `selected`
 * caches the count of the last selection.
 */
function summaryOf(state: EditorState, selected: SelectionWords, sectionIndex: number): ManuscriptSummary {
  const { from, to, head } = state.selection.main;
  const words = state.field(wordCount);
  const path = state.field(segments);
  const caret = currentPositionAt(path, head);
  return {
    pathLength: committedLength(path),
    nodeNumber: caret.nodeNumber,
    currentPositionId: caret.positionId,
    headPositionId: headPosition(path),
    parentPositionId: caret.parentPositionId,
    atEnd: caret.atEnd,
    forkId: forkAtCaret(state, head)?.fork ?? null,
    edited: caret.edited,
    bufferLength: getWorkingBuffer(path.segments).segment.length,
    pendingCount: path.pending.size,
    sectionIndex,
    words: words.text,
    characters: state.doc.length,
    selectionWords: selected.count(state.doc, from, to),
    selectionCharacters: to - from,
    sessionWords: sessionWordsOf(state),
  };
}

function equalSummaries(a: ManuscriptSummary, b: ManuscriptSummary): boolean {
  return (Object.keys(a) as (keyof ManuscriptSummary)[]).every((key) => a[key] === b[key]);
}

// Reads the chapters and scenes of the text when the writer pauses, in idle time: a book takes a few
// milliseconds, but no keystroke may wait for them (`manuscript.md`, *Speed*).

/** Time for which the text must stay unchanged. Milliseconds. */
const PAUSE = 400;
/** Lines of a story read in one go: well under a millisecond. */
const CHUNK = 200;

/** A text that is opened is read before it is shown unless it is longer; to read Markdown takes longer. UTF-16 code units. */
const MAX_OPENED = { story: 2_000_000, document: 100_000 } as const;

/** Only white space, at most this much, is before a heading that begins its node. UTF-16 code units. */
const MAX_LEAD = 100;

/** A text that is being read. */
interface Reading {
  readonly doc: Text;
  readonly steps: SectionSteps;
}

/** Ends with the sections. */
type SectionSteps = Generator<void, readonly Section[]>;

function sectionSteps(doc: Text, isDocument: boolean, wordsOf?: (line: string) => number): SectionSteps {
  return isDocument ? outlineSections(doc.toString()) : storySections(doc, wordsOf);
}

/** The sections and scenes of the text as it is, which are read at once and kept while the text is the same. */
class WholeText {
  readonly #isDocument: boolean;
  #doc: Text | null = null;
  #sections: readonly Section[] = [];
  /** The words of each line: a text that is rearranged has the same ones. */
  #words: ReadonlyMap<string, number> = new Map();
  #path: BufferPath | null = null;
  #scenes: readonly SceneText[] = [];
  #text: string | null = null;

  constructor(isDocument: boolean) {
    this.#isDocument = isDocument;
  }

  sections(doc: Text): readonly Section[] {
    if (doc === this.#doc) return this.#sections;
    const words = new Map<string, number>();
    const steps = sectionSteps(doc, this.#isDocument, (line) => {
      const count = this.#words.get(line) ?? countWords(line);
      words.set(line, count);
      return count;
    });
    let step = steps.next();
    while (!step.done) step = steps.next();
    this.#doc = doc;
    this.#path = null;
    this.#text = null;
    this.#words = words;
    this.#sections = step.value;
    return step.value;
  }

  text(doc: Text): string {
    if (doc !== this.#doc) return doc.toString();
    this.#text ??= doc.toString();
    return this.#text;
  }

  scenes(state: EditorState): readonly SceneText[] {
    const sections = this.sections(state.doc);
    const path = state.field(segments);
    if (path !== this.#path) this.#scenes = sceneTexts(state, this.text(state.doc), sections);
    this.#path = path;
    return this.#scenes;
  }
}

function* storySections(doc: Text, wordsOf?: (line: string) => number): SectionSteps {
  const collector = new SectionCollector(wordsOf);
  let count = 0;
  for (const line of doc.iterLines()) {
    collector.add(line);
    count += 1;
    if (count % CHUNK === 0) yield;
  }
  return collector.end();
}

class SectionReader {
  readonly #view: EditorView;
  readonly #isDocument: boolean;
  readonly #onSections: (sections: readonly TextSection[]) => void;
  readonly #pause = afterPause(() => this.#request());
  #handle: number | null = null;
  #reading: Reading | null = null;
  /** The last result, and its text. */
  #sections: readonly Section[] = [];
  #doc: Text | null = null;
  /** The changes of the text since. */
  #changes: ChangeDesc | null = null;

  /** @param onSections called after each reading, and when the same sections are at other positions */
  constructor(view: EditorView, isDocument: boolean, onSections: (sections: readonly TextSection[]) => void) {
    this.#view = view;
    this.#isDocument = isDocument;
    this.#onSections = onSections;
    if (view.state.doc.length > MAX_OPENED[isDocument ? 'document' : 'story']) this.#request();
    else this.#read({ didTimeout: false, timeRemaining: () => Number.POSITIVE_INFINITY });
  }

  update({ docChanged, changes, startState, state }: ViewUpdate): void {
    if (docChanged && this.#doc !== null) this.#changes = this.#changes?.composeDesc(changes) ?? changes.desc;
    // A commit changes no text, but gives it a position.
    if (docChanged || startState.field(segments) !== state.field(segments)) this.#pause.request(PAUSE);
  }

  /** The section with the caret, an index of those last read; -1 before the first. */
  indexAtCaret(): number {
    const { head } = this.#view.state.selection.main;
    const at = this.#changes === null ? head : this.#changes.invertedDesc.mapPos(head);
    return this.#sections.findLastIndex(({ from }) => from <= at);
  }

  destroy(): void {
    this.#pause.cancel();
    if (this.#handle !== null) window.cancelIdleCallback(this.#handle);
  }

  #request(): void {
    this.#handle ??= window.requestIdleCallback((idle) => {
      this.#handle = null;
      this.#read(idle);
    });
  }

  #read(idle: IdleDeadline): void {
    const { state } = this.#view;
    const { doc } = state;
    if (this.#doc === doc) {
      this.#report(state);
      return;
    }
    if (this.#reading?.doc !== doc) {
      const steps = sectionSteps(doc, this.#isDocument);
      this.#reading = { doc, steps };
    }
    do {
      const step = this.#reading.steps.next();
      if (step.done) {
        this.#doc = doc;
        this.#changes = null;
        this.#sections = step.value;
        this.#reading = null;
        this.#report(state);
        return;
      }
    } while (idle.timeRemaining() > 1);
    this.#request();
  }

  #report(state: EditorState): void {
    this.#onSections(this.#sections.map((section) => placed(state, section)));
  }
}

/** A section with the place where it begins. */
function placed(state: EditorState, section: Section): TextSection {
  const { index, segment, start } = locationHolding(state.field(segments).segments, section.from);
  const offset = section.from - start;
  const beginsNode = offset <= MAX_LEAD && state.sliceDoc(start, section.from).trim() === '';
  return { ...section, index, offset, positionId: segment.positionId, beginsNode };
}

/** Time for which the caret and the view must be still to count as settled, in milliseconds. */
const SETTLE_TIME = 300;

function cursorOf(view: EditorView): CursorState {
  const { anchor, head } = view.state.selection.main;
  const { left, top } = view.scrollDOM.getBoundingClientRect();
  // Before the first layout there is no top to measure.
  const isLaidOut = view.scrollDOM.clientHeight > 0;
  const x = isLaidOut ? view.contentDOM.getBoundingClientRect().left : left;
  const scroll = isLaidOut && view.scrollDOM.scrollTop > 0 ? view.posAtCoords({ x, y: top + 1 }, false) : 0;
  return { anchor, head, scroll };
}

class CursorReporter {
  readonly #view: EditorView;
  readonly #onCursor: (cursor: CursorState) => void;
  readonly #settling = afterPause(() => this.#report());
  readonly #onMove = () => this.#settling.request(SETTLE_TIME);
  #last: CursorState;

  constructor(view: EditorView, onCursor: (cursor: CursorState) => void) {
    this.#view = view;
    this.#onCursor = onCursor;
    const { anchor, head } = view.state.selection.main;
    this.#last = { anchor, head, scroll: -1 };
    view.scrollDOM.addEventListener('scroll', this.#onMove);
  }

  update({ selectionSet, docChanged }: ViewUpdate): void {
    if (selectionSet || docChanged) this.#onMove();
  }

  destroy(): void {
    this.#settling.cancel();
    this.#view.scrollDOM.removeEventListener('scroll', this.#onMove);
  }

  #report(): void {
    const cursor = cursorOf(this.#view);
    const { anchor, head, scroll } = this.#last;
    if (cursor.anchor === anchor && cursor.head === head && cursor.scroll === scroll) return;
    this.#last = cursor;
    this.#onCursor(cursor);
  }
}

/** Reports where the caret and the view settle, so that a grove reopens there. */
function reportCursor(onCursor: (cursor: CursorState) => void): Extension {
  return ViewPlugin.define((view) => new CursorReporter(view, onCursor));
}

/** The time line's access to the present text. */
function timelineSurface(view: () => EditorView, afterComposition: AfterComposition): TimelineSurface {
  return {
    placeInView: () => placeInView(view()),
    selectedRange: () => {
      const { from, to } = view().state.selection.main;
      return { from, to };
    },
    shownMoment: () => momentOf(view()),
    restoreParts: (splices) =>
      afterComposition.run(() => {
        if (!view().state.readOnly && splices.length > 0) view().dispatch(restoring(splices));
      }),
    restoreAll: (past, pruned) =>
      afterComposition.run(() => {
        const marks = pruned.map((position) => positionPruned.of(position));
        const spec = showPath(view().state, past);
        const annotations = isolateHistory.of('full');
        if (spec === null) view().dispatch({ effects: marks, annotations });
        else view().dispatch({ ...spec, effects: [...effectsOf(spec), ...marks], annotations });
      }),
  };
}

/** A spec has one effect or several. */
function effectsOf({ effects = [] }: TransactionSpec): readonly StateEffect<unknown>[] {
  return Array.isArray(effects) ? effects : [effects as StateEffect<unknown>];
}

function momentOf({ state }: EditorView): Moment | null {
  const path = state.field(segments);
  if (path.sealed.size > 0) return null;
  const authors = state.field(authorship);
  const nodes: MomentNode[] = [];
  let buffer = NO_TEXT;
  for (const { segment, start } of locationsFrom(path.segments, 0)) {
    const end = start + segment.length;
    const shown = {
      text: state.sliceDoc(start, end),
      spans: spansBetween(authors, start, end, state.facet(writer)),
    };
    const { nodeId, positionId } = segment;
    if (nodeId === null || positionId === null) buffer = shown;
    else nodes.push({ nodeId, positionId, pending: segment.pending, ...shown });
  }
  return { nodes, buffer };
}

function restoring(splices: readonly DraftSplice[]): TransactionSpec {
  const changes: ChangeSpec[] = [];
  const authors: InsertedSpans[] = [];
  let moved = 0;
  for (const { from, to, insert, spans } of splices) {
    changes.push({ from, to, insert: textOf(insert) });
    if (insert !== '') authors.push({ at: from + moved, spans });
    moved += insert.length - (to - from);
  }
  const [first] = splices;
  const at = first?.from ?? 0;
  return {
    changes,
    selection: EditorSelection.single(at, at + (first?.insert.length ?? 0)),
    scrollIntoView: true,
    annotations: [textAuthors.of(authors), isolateHistory.of('full')],
    userEvent: 'input.restore',
  };
}
