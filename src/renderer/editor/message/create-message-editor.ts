import { selectAll, undoDepth } from '@codemirror/commands';
import { Prec, Transaction } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { normaliseSpannedText, normaliseText } from '../../../core/text/normalise.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';
import type { DraftSplice } from '../../../core/text/splice.ts';
import type { MessageCaret } from '../../message-surface.ts';
import { historyDeferred, redoVisible, undoVisible } from '../history.ts';
import { AfterComposition } from '../input/composition.ts';
import { dropFiles } from '../input/file-drop.ts';
import { pointAt, replaceWord } from '../input/point-at.ts';
import { reportRefusedText } from '../input/text-bounds.ts';
import { AuthorStyles, authorStyles, authorsShown } from '../marks/author-style.ts';
import { findRestored, findTextChange } from '../path/effects.ts';
import { splicesOf } from '../path/step-splices.ts';
import { textOf } from '../plain-text.ts';
import { PLAIN, preferences, preferencesChanged } from '../preferences.ts';
import { SpellChecker } from '../spelling/spelling.ts';
import { StateSnapshot } from '../state-snapshot.ts';
import type { MessageEditor, MessageEditorOptions, SuggestionList } from './message-editor.ts';
import { contentOf, messageStateOf } from './message-state.ts';

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

function attributesOf(list: SuggestionList | null): Record<string, string> {
  if (list === null) return {};
  return {
    'aria-autocomplete': 'list',
    'aria-controls': list.listId,
    'aria-activedescendant': list.optionId,
  };
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
    EditorView.contentAttributes.of(() => attributesOf(suggestions)),
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
  };
}
