import { historyField, selectAll, undoDepth } from '@codemirror/commands';
import { EditorState, type Extension, Prec, Transaction } from '@codemirror/state';
import { dropCursor, EditorView, placeholder } from '@codemirror/view';
import type { AgentId, PositionId } from '../../../core/ids.ts';
import { normaliseSpannedText, normaliseText } from '../../../core/text/normalise.ts';
import { equalSpans, type SpannedText } from '../../../core/text/span.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type { MessageCaret, MessageSurface } from '../../message-surface.ts';
import type { RefusedText } from '../../surface.ts';
import { preserveCaret } from '../caret/preserve-caret.ts';
import { wholeCharacters } from '../caret/whole-characters.ts';
import { wrappedCaret } from '../caret/wrapped-caret.ts';
import { listAttributes, type SuggestionList, TEXTBOX } from '../content-attributes.ts';
import { history, historyDeferred, redoVisible, undoVisible } from '../history.ts';
import { clipboard } from '../input/clipboard.ts';
import { AfterComposition } from '../input/composition.ts';
import { dropFiles } from '../input/file-drop.ts';
import { pointAt, replaceWord } from '../input/point-at.ts';
import { smartPunctuation } from '../input/smart-punctuation.ts';
import { reportRefusedText, textBounds } from '../input/text-bounds.ts';
import { manuscriptKeymap } from '../keymap.ts';
import { completeLink, type LinkQuery, linkCompletion } from '../links/link-completion.ts';
import type { LinkHost } from '../links/link-host.ts';
import { linkMarks, refreshLinks } from '../links/link-marks.ts';
import type { CheckWords, ManuscriptAuthor, ManuscriptWord } from '../manuscript.ts';
import { AuthorStyles, authorStyle, authorStyles, authorsShown } from '../marks/author-style.ts';
import { authorship, authorsOf, spansBetween, writer } from '../marks/authorship.ts';
import { decorations } from '../marks/decorations.ts';
import { pathOfContent } from '../path/buffer-path.ts';
import { findRestored, findTextChange } from '../path/effects.ts';
import { segments } from '../path/segments.ts';
import { splicesOf } from '../path/step-splices.ts';
import { routeTextChanges } from '../path/text-change.ts';
import { textOf } from '../plain-text.ts';
import { type ManuscriptPreferences, PLAIN, preferences, preferencesChanged } from '../preferences.ts';
import { restoreStructure } from '../restore-structure.ts';
import { historyWith, UnsavedSteps } from '../saved-history.ts';
import { SpellChecker } from '../spelling/spelling.ts';
import { StateSnapshot } from '../state-snapshot.ts';
import { authors, spelling } from '../theme.ts';
import { wordCount } from '../word-count.ts';

/** The splices of a transaction, with authors. */
function splicesBy(transaction: Transaction): readonly DraftSplice[] {
  const change = findTextChange(transaction);
  if (change !== undefined) return change.splices.map(({ splice }) => splice);
  const restored = findRestored(transaction);
  return restored === undefined ? [] : [...splicesOf(transaction, restored.path).values()];
}

const TYPED = ['input.type', 'delete'];

/** True if a transaction inserts words that were not typed. Few keyboards have the arrow of commands (`agents.md`). */
function insertsUntyped(transaction: Transaction): boolean {
  if (!transaction.docChanged || TYPED.some((event) => transaction.isUserEvent(event))) return false;
  if (transaction.annotation(Transaction.userEvent) === 'input') return false;
  let isUntyped = false;
  transaction.changes.iterChanges((_fromA, _toA, _fromB, _toB, inserted) => {
    isUntyped ||= inserted.length > 0 && inserted.toString().trim() !== '→';
  });
  return isUntyped;
}

/** The caret's place. On a line that wraps, the screen decides; without a layout, the whole line counts. */
function caretOf(view: EditorView): MessageCaret {
  const { doc, selection } = view.state;
  const { head: offset, assoc } = selection.main;
  const isOnScreenLine = (end: number, side: -1 | 1): boolean => {
    const { from, to } = doc.lineAt(end);
    if (offset < from || offset > to) return false;
    const caret = view.coordsAtPos(offset, assoc === 1 ? 1 : -1);
    const edge = view.coordsAtPos(end, side);
    return caret === null || edge === null || (caret.top < edge.bottom && edge.top < caret.bottom);
  };
  return {
    offset,
    length: doc.length,
    isAtFirstLine: isOnScreenLine(0, 1),
    isAtLastLine: isOnScreenLine(doc.length, -1),
  };
}

/** Creates the editor of one message in `options.parent` (`dialogue.md`, *The screen*). */
export function createMessageEditor(options: MessageEditorOptions): MessageEditor {
  let authors = options.authors ?? [];
  let currentPreferences = options.preferences ?? PLAIN;
  /** The text that the end of a composition will show instead. */
  let replacement: SpannedText | null = null;

  let suggestions: SuggestionList | null = null;

  const afterComposition = new AfterComposition(() => view);
  const spelling = new SpellChecker(options.checkWords);

  const reportChanges = EditorView.updateListener.of(({ transactions, state }) => {
    if (replacement !== null) return;
    const splices = transactions.flatMap(splicesBy);
    if (splices.length > 0) options.onChange(splices, contentOf(state));
    if (transactions.some(insertsUntyped)) options.onPasted?.();
  });

  const host = () => [
    authorStyles.init(() => new AuthorStyles(authors)),
    preferences.init(() => currentPreferences),
    spelling.extension,
    reportChanges,
    afterComposition.extension,
    historyDeferred.of(() => afterComposition.isWaiting),
    dropFiles({
      run: (change) => afterComposition.run(change),
      onRefused: (name) => options.onFileRefused?.(name),
    }),
    options.links === undefined ? [] : linkMarks(options.links),
    options.onLinkQuery === undefined ? [] : linkCompletion(options.onLinkQuery),
    EditorView.contentAttributes.of(() => listAttributes(suggestions)),
    reportRefusedText((refused) => options.onRefused?.(refused)),
    Prec.highest(
      EditorView.domEventHandlers({
        keydown: (event) =>
          !event.isComposing && !afterComposition.isBlocking && options.onKeyDown?.(event) === true,
      }),
    ),
    EditorView.domEventObservers({
      focus: () => options.onFocus?.(),
      blur: () => options.onBlur?.(),
    }),
  ];

  const stateOf = (content: SpannedText, earlier: unknown) =>
    messageStateOf(content, earlier, options, host());
  const view: EditorView = new EditorView({
    state: stateOf(normaliseSpannedText(options.content), options.state),
    parent: options.parent,
  });
  const unsavedSteps = new UnsavedSteps(view.state, null);

  return {
    focus: () => view.focus(),
    destroy: () => {
      afterComposition.clear();
      view.destroy();
    },
    content: () => replacement ?? contentOf(view.state),
    setContent: (next, earlier = null) => {
      const content = normaliseSpannedText(next);
      replacement = content;
      afterComposition.run(() => {
        if (replacement !== content) return;
        replacement = null;
        view.setState(stateOf(content, earlier));
      });
    },
    type: (text) => {
      if (view.state.readOnly) return;
      const transaction = { userEvent: 'input.type', scrollIntoView: true };
      view.dispatch(view.state.replaceSelection(textOf(normaliseText(text))), transaction);
    },
    typeOver: (from, to, text) => {
      if (view.state.readOnly) return;
      const insert = textOf(normaliseText(text));
      view.dispatch({
        changes: { from, to, insert },
        selection: { anchor: from + insert.length },
        userEvent: 'input.type',
        scrollIntoView: true,
      });
    },
    selectedText: () => {
      const { from, to } = view.state.selection.main;
      return view.state.sliceDoc(from, to);
    },
    caret: () => caretOf(view),
    moveCaretToEnd: () =>
      view.dispatch({ selection: { anchor: view.state.doc.length }, scrollIntoView: true }),
    isComposing: () => afterComposition.isBlocking,
    afterComposing: (task) => afterComposition.run(task),
    undoDepth: () => undoDepth(view.state),
    undo: () => void undoVisible(view),
    redo: () => void redoVisible(view),
    state: () => new StateSnapshot(view.state),
    takeUnsavedSteps: () => unsavedSteps.take(view.state),
    setAuthors: (next) => {
      authors = next;
      view.dispatch({ effects: authorsShown.of(next) });
    },
    setSuggestions: (next) => {
      suggestions = next;
      // An update reads the attributes again.
      view.dispatch({});
    },
    setPreferences: (next) => {
      currentPreferences = next;
      afterComposition.run(() => view.dispatch({ effects: preferencesChanged.of(next) }));
      // Sizes around the editor may have changed as well.
      view.requestMeasure();
    },
    pointAt: (point) => spelling.wordAt(view, pointAt(view, point)),
    replaceWord: (word, text) => replaceWord(view, word, text),
    selectAll: () => void selectAll(view),
    refreshLinks: () => refreshLinks(view),
    completeLink: (text) => completeLink(view, text),
  };
}

// The state of one message's editor: a manuscript without nodes, whose working buffer is the text. So typing, undo and
// the clipboard treat its authors as they do the manuscript's.

/** The path of a text without nodes; its root is a position of no tree. */
const ROOT = 'message' as PositionId;

/** Only Send, *Save as branch* and *Fix in place* commit (`dialogue.md`, *The tree*). */
const NEVER = () => false;

/** The text and the authors of a state, put together when they are first read. */
function contentOf(state: EditorState): SpannedText {
  let text: string | null = null;
  let spans: SpannedText['spans'] | null = null;
  return {
    get text() {
      text ??= state.doc.toString();
      return text;
    },
    get spans() {
      spans ??= spansBetween(state.field(authorship), 0, state.doc.length, state.facet(writer));
      return spans;
    },
  };
}

/** An earlier state of this text; null if it is none, or of another text. */
function findSnapshot(earlier: unknown, content: SpannedText, host: Extension): StateSnapshot | null {
  if (!(earlier instanceof StateSnapshot) || !earlier.doc.eq(textOf(content.text))) return null;
  const { spans } = contentOf(EditorState.create({ doc: earlier.doc, extensions: [host, earlier.fields] }));
  return equalSpans(spans, content.spans) ? earlier : null;
}

/**
 * A state that shows this text.
 * @param earlier a `StateSnapshot` of the same text, to continue with its history and selection; or only the history, as
 *   `stepsOfHistory` has it
 * @param host connects the editor to the rest of the window
 */
function messageStateOf(
  content: SpannedText,
  earlier: unknown,
  options: Pick<MessageEditorOptions, 'label' | 'placeholder' | 'writerId' | 'readOnly' | 'nonce'>,
  host: Extension,
): EditorState {
  const { label, writerId, readOnly, nonce } = options;
  const author = writer.of(writerId);
  const snapshot = findSnapshot(earlier, content, author);
  const path = { rootPositionId: ROOT, nodes: [], edits: [], buffer: content, cursor: null };
  return EditorState.create({
    doc: snapshot?.doc ?? textOf(content.text),
    selection: snapshot?.selection ?? { anchor: content.text.length },
    extensions: [
      // The text
      EditorState.lineSeparator.of('\n'),
      EditorState.readOnly.of(readOnly),
      author,
      snapshot?.fields ?? [
        segments.init(() => pathOfContent(path)),
        authorship.init(() => authorsOf([content.spans], writerId)),
        Array.isArray(earlier) ? historyField.init((state) => historyWith(state, earlier)) : [],
      ],
      // History saves it with each step; here it is not shown, so the text is not counted.
      wordCount.init(() => ({ text: 0, written: snapshot?.written ?? 0, elsewhere: 0, progress: null })),
      // Effects of transactions
      textBounds(NEVER),
      wholeCharacters,
      routeTextChanges(NEVER),
      restoreStructure,
      history,
      clipboard,
      smartPunctuation,
      // Appearance
      authorStyle,
      decorations,
      dropCursor(),
      options.placeholder === undefined ? [] : placeholder(options.placeholder),
      EditorView.contentAttributes.of({ ...TEXTBOX, 'aria-label': label }),
      preserveCaret,
      wrappedCaret,
      EditorView.lineWrapping,
      messageTheme,
      EditorView.cspNonce.of(nonce),
      manuscriptKeymap,
      host,
    ],
  });
}

/** The look of a message that is being written: font and colour are those of the element around it. */
const messageTheme = EditorView.theme({
  '&': { maxHeight: 'inherit', color: 'inherit' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { overflowX: 'hidden', overflowY: 'auto', fontFamily: 'inherit', lineHeight: 'inherit' },
  // The padding is the text's, so that a click beside a line reaches it.
  '.cm-content': {
    boxSizing: 'border-box',
    padding: 'var(--message-padding, 0)',
    caretColor: 'var(--caret, var(--ink))',
  },
  '.cm-line': { padding: '0' },
  '.cm-placeholder': { color: 'var(--ink-soft)' },
  '.cm-content ::selection, .cm-line::selection': { backgroundColor: 'var(--selection)' },
  '.cm-dropCursor': { borderLeft: '2px solid var(--accent)' },
  ...authors,
  ...spelling,
});

/** The interface of one message's editor to the rest of the renderer (`dialogue.md`, *The screen*). */
export interface MessageEditorOptions {
  /** The text grows up to the `max-height` of this element (a length, not a percentage), and then scrolls. */
  readonly parent: HTMLElement;
  /** The text it begins with. */
  readonly content: SpannedText;
  /** The `state()` of an earlier editor, ignored if its text or authors are not those of `content`; null for none. */
  readonly state: unknown;
  /** The name of the text box. */
  readonly label: string;
  /** Shown while the text is empty. */
  readonly placeholder?: string;
  /** The author of typed text. */
  readonly writerId: AgentId;
  /** The grove's agents; text by any other agent looks like a model's in the default colour. */
  readonly authors?: readonly ManuscriptAuthor[];
  /** By default plain text with its authors (`PLAIN`). */
  readonly preferences?: ManuscriptPreferences;
  /** Nonce for the style sheets that CodeMirror creates. */
  readonly nonce: string;
  readonly readOnly: boolean;
  /** Without it, spelling is not checked. */
  readonly checkWords?: CheckWords;
  /**
   * The text or its authors changed by `splices`, each in the text left by the one before, into `content`. The text of
   * `content` is built when it is read, so that a keystroke does not cost the whole text.
   */
  onChange(splices: readonly DraftSplice[], content: SpannedText): void;
  /** Text came in otherwise than by typing: by a paste, a drop, undo or redo. An arrow → alone does not count. */
  onPasted?(): void;
  /** Called before the editor's own keys, but not while composing; true if the key was handled. */
  onKeyDown?(event: KeyboardEvent): boolean;
  /** As `ManuscriptOptions.links`. */
  readonly links?: LinkHost;
  /** As `ManuscriptOptions.onLinkQuery`. */
  onLinkQuery?(query: LinkQuery | null): void;
  onFocus?(): void;
  onBlur?(): void;
  /** A change was refused as a whole. */
  onRefused?(refused: RefusedText): void;
  /** A dropped file is not UTF-8 text, or cannot be read. */
  onFileRefused?(name: string): void;
}

export interface MessageEditor extends MessageSurface {
  destroy(): void;
  /** Tells screen readers which option of a list is highlighted; null for no list. */
  setSuggestions(list: SuggestionList | null): void;
  /** The agents or their colours changed. */
  setAuthors(authors: readonly ManuscriptAuthor[]): void;
  /** Applies changed preferences after `compositionend`. */
  setPreferences(preferences: ManuscriptPreferences): void;
  /** As `Manuscript.refreshLinks`. */
  refreshLinks(): void;
  /** As `Manuscript.completeLink`. */
  completeLink(text: string): void;
  /** As `Manuscript.pointAt`. */
  pointAt(point: { readonly x: number; readonly y: number } | null): ManuscriptWord | null;
  /** Replaces a word in one undo step; does nothing if it is no longer there. */
  replaceWord(word: ManuscriptWord, text: string): void;
  selectAll(): void;
}
