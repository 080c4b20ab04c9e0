/**
 * The state of one message's editor: a manuscript without nodes, whose working buffer is the text. So typing, undo and
 * the clipboard treat its authors as they do the manuscript's.
 */
import { historyField } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { dropCursor, EditorView, placeholder } from '@codemirror/view';
import type { PositionId } from '../../../core/ids.ts';
import { equalSpans } from '../../../core/text/span.ts';
import type { SpannedText } from '../../../core/text/spanned-text.ts';
import { preserveCaret } from '../caret/preserve-caret.ts';
import { wholeCharacters } from '../caret/whole-characters.ts';
import { wrappedCaret } from '../caret/wrapped-caret.ts';
import { TEXTBOX } from '../content-attributes.ts';
import { history } from '../history.ts';
import { clipboard } from '../input/clipboard.ts';
import { smartPunctuation } from '../input/smart-punctuation.ts';
import { textBounds } from '../input/text-bounds.ts';
import { manuscriptKeymap } from '../keymap.ts';
import { authorStyle } from '../marks/author-style.ts';
import { authorship, authorsOf, spansBetween, writer } from '../marks/authorship.ts';
import { decorations } from '../marks/decorations.ts';
import { pathOfContent } from '../path/buffer-path.ts';
import { segments } from '../path/segments.ts';
import { routeTextChanges } from '../path/text-change.ts';
import { textOf } from '../plain-text.ts';
import { restoreStructure } from '../restore-structure.ts';
import { historyWith } from '../saved-history.ts';
import { StateSnapshot } from '../state-snapshot.ts';
import { authors, spelling } from '../theme.ts';
import { wordCount } from '../word-count.ts';
import type { MessageEditorOptions } from './message-editor.ts';

/** The path of a text without nodes; its root is a position of no tree. */
const ROOT = 'message' as PositionId;

/** Only Send, *Save as branch* and *Fix in place* commit (`dialogue.md`, *The tree*). */
const NEVER = () => false;

/** The text and the authors of a state, put together when they are first read. */
export function contentOf(state: EditorState): SpannedText {
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
export function messageStateOf(
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
