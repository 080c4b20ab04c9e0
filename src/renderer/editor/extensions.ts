/** The table of contents of the editor: all of its extensions in one list. */
import { historyField } from '@codemirror/commands';
import { EditorState, type Extension } from '@codemirror/state';
import { dropCursor, EditorView } from '@codemirror/view';
import { snapToPairStart } from '../../core/text/surrogate-pair.ts';
import type { ManuscriptContent } from '../surface.ts';
import { coveredCorner } from './caret/covered-corner.ts';
import { heldPlace } from './caret/held-place.ts';
import { keepInView } from './caret/keep-in-view.ts';
import { preserveCaret } from './caret/preserve-caret.ts';
import { scrollToCaret } from './caret/scroll-to-caret.ts';
import { wholeCharacters } from './caret/whole-characters.ts';
import { wrappedCaret } from './caret/wrapped-caret.ts';
import { contentAttributes } from './content-attributes.ts';
import { history } from './history.ts';
import { clipboard } from './input/clipboard.ts';
import { smartPunctuation } from './input/smart-punctuation.ts';
import { textBounds } from './input/text-bounds.ts';
import { manuscriptKeymap } from './keymap.ts';
import type { ManuscriptAuthor, ManuscriptOptions } from './manuscript.ts';
import { boundaryTicks } from './margin/boundary-ticks.ts';
import { branchMargin } from './margin/branch-margin.ts';
import { marginNotes } from './margin/margin-notes.ts';
import { documentText } from './markdown/document-text.ts';
import { AuthorStyles, authorStyle, authorStyles } from './marks/author-style.ts';
import { authorship, writer } from './marks/authorship.ts';
import { decorations } from './marks/decorations.ts';
import { excludedText } from './marks/flagged-segments.ts';
import { focusMode } from './marks/focus-mode.ts';
import { keptSelection } from './marks/kept-selection.ts';
import { buildAuthorsWhenIdle, lazyAuthors } from './marks/lazy-authors.ts';
import { paragraphs } from './marks/paragraphs.ts';
import { highlight, passageMarks } from './marks/passage.ts';
import { preview } from './marks/preview.ts';
import { promptFences } from './marks/prompt-fences.ts';
import { restLine } from './marks/rest-of-text.ts';
import { streaming } from './marks/streaming.ts';
import { tokenPointer } from './marks/token-pointer.ts';
import { truncatedText } from './marks/truncated-text.ts';
import { pathOfContent } from './path/buffer-path.ts';
import { segments } from './path/segments.ts';
import { routeTextChanges } from './path/text-change.ts';
import { phrases } from './phrases/placed-phrases.ts';
import { textOf } from './plain-text.ts';
import { preferences } from './preferences.ts';
import { restoreStructure } from './restore-structure.ts';
import { historyWith } from './saved-history.ts';
import { stateSnapshotOf } from './state-snapshot.ts';
import { suggestions } from './suggestions/show-suggestions.ts';
import { theme } from './theme.ts';
import { wordCount } from './word-count.ts';

/** A state that shows this content from scratch; `host` connects the editor to the rest of the window. */
export function stateOf(
  content: ManuscriptContent,
  authors: readonly ManuscriptAuthor[],
  options: Pick<
    ManuscriptOptions,
    'writerId' | 'nonce' | 'label' | 'isDocument' | 'readOnly' | 'mayCommit' | 'coveredCorner'
  >,
  host: Extension,
): EditorState {
  const edits = new Map(content.edits.map((edit) => [edit.nodeId, edit]));
  const shown = [...content.nodes.map((node) => edits.get(node.nodeId) ?? node), content.buffer];
  const text =
    content.text === undefined || edits.size > 0
      ? shown.map((part) => part.text).join('')
      : content.text + content.buffer.text;
  const snapshot = stateSnapshotOf(content.snapshot);
  // The caret and the text are stored separately: after a crash one may be newer than the other.
  const clamp = (offset: number) => snapToPairStart(text, Math.min(Math.max(0, offset), text.length));
  const mayCommit = () => options.mayCommit?.() ?? true;
  return EditorState.create({
    doc: snapshot?.doc ?? textOf(text),
    selection: snapshot?.selection ?? {
      anchor: clamp(content.cursor?.anchor ?? text.length),
      head: clamp(content.cursor?.head ?? text.length),
    },
    extensions: [
      // The text
      EditorState.lineSeparator.of('\n'),
      EditorState.readOnly.of(options.readOnly),
      writer.of(options.writerId),
      snapshot?.fields ?? [
        segments.init(() => pathOfContent(content)),
        authorship.init((state) => lazyAuthors(shown, state.field(segments).segments, options.writerId)),
        content.undo == null
          ? []
          : historyField.init((state) => historyWith(state, content.undo?.steps ?? [])),
      ],
      buildAuthorsWhenIdle,
      // Effects of transactions
      textBounds(mayCommit),
      wholeCharacters,
      routeTextChanges(mayCommit),
      restoreStructure,
      history,
      clipboard,
      smartPunctuation,
      // Appearance
      authorStyles.init(() => new AuthorStyles(authors)),
      preferences,
      authorStyle,
      decorations,
      options.isDocument ? documentText : paragraphs,
      focusMode,
      heldPlace,
      scrollToCaret,
      keepInView,
      coveredCorner(() => options.coveredCorner?.() ?? null),
      dropCursor(),
      excludedText,
      phrases,
      marginNotes,
      truncatedText,
      streaming,
      passageMarks,
      highlight,
      promptFences,
      suggestions,
      restLine,
      preview,
      boundaryTicks,
      branchMargin,
      tokenPointer,
      keptSelection,
      wordCount,
      contentAttributes(options.label),
      preserveCaret,
      wrappedCaret,
      EditorView.lineWrapping,
      EditorView.perLineTextDirection.of(true),
      theme,
      EditorView.cspNonce.of(options.nonce),
      manuscriptKeymap,
      host,
    ],
  });
}
