/** The table of contents of the editor: everything it is made of, in one list. */
import { EditorState, type Extension } from '@codemirror/state';
import { dropCursor, EditorView } from '@codemirror/view';
import { wholeBefore } from '../../core/text/surrogate-pair.ts';
import { AuthorLooks, authorLook, authorLooks } from './author-looks.ts';
import { authorsBetweenFrames, authorsLater } from './authors-later.ts';
import { authorship, writer } from './authorship.ts';
import { boundaryTicks } from './boundary-ticks.ts';
import { branchMargin } from './branch-margin.ts';
import { pathOfContent } from './buffer-path.ts';
import { caretInPlace } from './caret-in-place.ts';
import { clipboard, findPassage } from './clipboard.ts';
import { contentAttributes } from './content-attributes.ts';
import { coveredTop } from './covered-top.ts';
import { decorations } from './decorations.ts';
import { excludedText } from './excluded-text.ts';
import { focusMode } from './focus-mode.ts';
import { history } from './history.ts';
import { keptStateOf } from './kept-text.ts';
import { manuscriptKeymap } from './keymap.ts';
import { leftOutText } from './left-out-text.ts';
import type { ManuscriptAuthor, ManuscriptContent, ManuscriptOptions } from './manuscript.ts';
import { marginNotes } from './margin-notes.ts';
import { paragraphs } from './paragraphs.ts';
import { textOf } from './plain-text.ts';
import { preferences } from './preferences.ts';
import { preview } from './preview.ts';
import { scrollToCaret } from './scroll-to-caret.ts';
import { segments } from './segments.ts';
import { smartPunctuation } from './smart-punctuation.ts';
import { streaming } from './streaming.ts';
import { routeTextChanges } from './text-change.ts';
import { theme } from './theme.ts';
import { tokenPointer } from './token-pointer.ts';
import { wholeCharacters } from './whole-characters.ts';
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
      authorLooks.init(() => new AuthorLooks(authors)),
      preferences,
      authorLook,
      decorations,
      paragraphs,
      focusMode,
      scrollToCaret,
      coveredTop,
      dropCursor(),
      excludedText,
      marginNotes,
      leftOutText,
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
