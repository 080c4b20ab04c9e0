/** The table of contents of the editor: everything it is made of, in one list. */
import { EditorState, type Extension } from '@codemirror/state';
import { dropCursor, EditorView } from '@codemirror/view';
import { wholeBefore } from '../../core/text/surrogate-pair.ts';
import { caretInPlace } from './caret/caret-in-place.ts';
import { coveredTop } from './caret/covered-top.ts';
import { scrollToCaret } from './caret/scroll-to-caret.ts';
import { wholeCharacters } from './caret/whole-characters.ts';
import { contentAttributes } from './content-attributes.ts';
import { history } from './history.ts';
import { clipboard, findPassage } from './input/clipboard.ts';
import { smartPunctuation } from './input/smart-punctuation.ts';
import { keptStateOf } from './kept-text.ts';
import { manuscriptKeymap } from './keymap.ts';
import type { ManuscriptAuthor, ManuscriptContent, ManuscriptOptions } from './manuscript.ts';
import { boundaryTicks } from './margin/boundary-ticks.ts';
import { branchMargin } from './margin/branch-margin.ts';
import { marginNotes } from './margin/margin-notes.ts';
import { AuthorStyles, authorStyle, authorStyles } from './marks/author-style.ts';
import { authorsBetweenFrames, authorsLater } from './marks/authors-later.ts';
import { authorship, writer } from './marks/authorship.ts';
import { decorations } from './marks/decorations.ts';
import { excludedText } from './marks/excluded-text.ts';
import { focusMode } from './marks/focus-mode.ts';
import { paragraphs } from './marks/paragraphs.ts';
import { preview } from './marks/preview.ts';
import { streaming } from './marks/streaming.ts';
import { tokenPointer } from './marks/token-pointer.ts';
import { truncatedText } from './marks/truncated-text.ts';
import { pathOfContent } from './path/buffer-path.ts';
import { segments } from './path/segments.ts';
import { routeTextChanges } from './path/text-change.ts';
import { textOf } from './plain-text.ts';
import { preferences } from './preferences.ts';
import { theme } from './theme.ts';
import { wordCount } from './word-count.ts';

/** The state that shows a content from scratch; `outside` is what joins the editor to the rest of the window. */
export function stateOf(
  content: ManuscriptContent,
  authors: readonly ManuscriptAuthor[],
  options: Pick<ManuscriptOptions, 'writerId' | 'nonce' | 'readOnly'>,
  outside: Extension,
): EditorState {
  const edits = new Map(content.edits.map((edit) => [edit.nodeId, edit]));
  const shown = [...content.nodes.map((node) => edits.get(node.nodeId) ?? node), content.buffer];
  const text =
    content.text === undefined || edits.size > 0
      ? shown.map((part) => part.text).join('')
      : content.text + content.buffer.text;
  const kept = keptStateOf(content.kept);
  // The caret and the text are kept apart: after a crash one may be newer than the other.
  const clamp = (offset: number) => wholeBefore(text, Math.min(Math.max(0, offset), text.length));
  return EditorState.create({
    doc: kept?.doc ?? textOf(text),
    selection: kept?.selection ?? {
      anchor: clamp(content.cursor?.anchor ?? text.length),
      head: clamp(content.cursor?.head ?? text.length),
    },
    extensions: [
      // What the text is made of
      EditorState.lineSeparator.of('\n'),
      EditorState.readOnly.of(options.readOnly),
      writer.of(options.writerId),
      kept?.fields ?? [
        segments.init(() => pathOfContent(content)),
        authorship.init((state) => authorsLater(shown, state.field(segments).segments, options.writerId)),
      ],
      authorsBetweenFrames,
      // What a transaction does to it
      wholeCharacters,
      routeTextChanges(findPassage),
      history,
      clipboard,
      smartPunctuation,
      // What is seen of it
      authorStyles.init(() => new AuthorStyles(authors)),
      preferences,
      authorStyle,
      decorations,
      paragraphs,
      focusMode,
      scrollToCaret,
      coveredTop,
      dropCursor(),
      excludedText,
      marginNotes,
      truncatedText,
      streaming,
      preview,
      boundaryTicks,
      branchMargin,
      tokenPointer,
      wordCount,
      contentAttributes,
      caretInPlace,
      EditorView.lineWrapping,
      theme,
      EditorView.cspNonce.of(options.nonce),
      manuscriptKeymap,
      outside,
    ],
  });
}
