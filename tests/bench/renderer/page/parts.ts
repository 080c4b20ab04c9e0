/** Our editor built up from a bare one, group by group, to see what each adds to a keystroke (`proof.md`, *Speed*). */
import { EditorState, type Extension } from '@codemirror/state';
import { dropCursor, EditorView } from '@codemirror/view';
import { heldPlace } from '../../../../src/renderer/editor/caret/held-place.ts';
import { preserveCaret } from '../../../../src/renderer/editor/caret/preserve-caret.ts';
import { scrollToCaret } from '../../../../src/renderer/editor/caret/scroll-to-caret.ts';
import { wholeCharacters } from '../../../../src/renderer/editor/caret/whole-characters.ts';
import { wrappedCaret } from '../../../../src/renderer/editor/caret/wrapped-caret.ts';
import { history } from '../../../../src/renderer/editor/history.ts';
import type { ManuscriptContent } from '../../../../src/renderer/editor/index.ts';
import { textBounds } from '../../../../src/renderer/editor/input/text-bounds.ts';
import { boundaryTicks } from '../../../../src/renderer/editor/margin/boundary-ticks.ts';
import { branchMargin } from '../../../../src/renderer/editor/margin/branch-margin.ts';
import { marginNotes } from '../../../../src/renderer/editor/margin/margin-notes.ts';
import {
  AuthorStyles,
  authorStyle,
  authorStyles,
} from '../../../../src/renderer/editor/marks/author-style.ts';
import { authorship, writer } from '../../../../src/renderer/editor/marks/authorship.ts';
import { decorations } from '../../../../src/renderer/editor/marks/decorations.ts';
import { excludedText } from '../../../../src/renderer/editor/marks/flagged-segments.ts';
import { focusMode } from '../../../../src/renderer/editor/marks/focus-mode.ts';
import { buildAuthorsWhenIdle, lazyAuthors } from '../../../../src/renderer/editor/marks/lazy-authors.ts';
import { paragraphs } from '../../../../src/renderer/editor/marks/paragraphs.ts';
import { truncatedText } from '../../../../src/renderer/editor/marks/truncated-text.ts';
import { pathOfContent } from '../../../../src/renderer/editor/path/buffer-path.ts';
import { segments } from '../../../../src/renderer/editor/path/segments.ts';
import { routeTextChanges } from '../../../../src/renderer/editor/path/text-change.ts';
import { textOf } from '../../../../src/renderer/editor/plain-text.ts';
import { preferences } from '../../../../src/renderer/editor/preferences.ts';
import { restoreStructure } from '../../../../src/renderer/editor/restore-structure.ts';
import { theme } from '../../../../src/renderer/editor/theme.ts';
import { wordCount } from '../../../../src/renderer/editor/word-count.ts';
import type { Samples } from '../../harness/compare.ts';
import { compareFrames } from './compare-frames.ts';
import { openBare, type StagedEditor, viewIn } from './editors.ts';
import type { KeystrokesOptions } from './keystrokes.ts';
import { AUTHORS, contentOf, makeNodes, textOfNodes, WRITER } from './made-text.ts';
import { PARTS, type Part } from './part-names.ts';
import { createContainer, nonce, removeContainer } from './stage.ts';
import { typingIn } from './typing.ts';

const MAY_COMMIT = () => true;

/** The extensions of a group; what a program alone has, such as spelling, is in none. */
function extensionsOf(part: Part, content: ManuscriptContent): Extension {
  switch (part) {
    case 'path': {
      const shown = [...content.nodes, content.buffer];
      return [
        EditorState.lineSeparator.of('\n'),
        writer.of(WRITER),
        segments.init(() => pathOfContent(content)),
        authorship.init((state) => lazyAuthors(shown, state.field(segments).segments, WRITER)),
        buildAuthorsWhenIdle,
        textBounds(MAY_COMMIT),
        wholeCharacters,
        routeTextChanges(MAY_COMMIT),
        restoreStructure,
        wordCount,
        history,
        EditorView.lineWrapping,
        theme,
        EditorView.cspNonce.of(nonce),
      ];
    }
    case 'marks':
      return [
        authorStyles.init(() => new AuthorStyles(AUTHORS)),
        preferences,
        authorStyle,
        decorations,
        paragraphs,
        excludedText,
        truncatedText,
      ];
    case 'caret':
      return [focusMode, heldPlace, scrollToCaret, dropCursor(), preserveCaret, wrappedCaret];
    case 'margin':
      return [marginNotes, boundaryTicks, branchMargin];
  }
}

function openParts(content: ManuscriptContent, text: string, last: Part): StagedEditor {
  const container = createContainer();
  const parts = PARTS.slice(0, PARTS.indexOf(last) + 1);
  const state = EditorState.create({
    doc: textOf(text),
    extensions: parts.map((part) => extensionsOf(part, content)),
  });
  new EditorView({ state, parent: container });
  const view = viewIn(container);
  return {
    container,
    view,
    close: () => {
      view.destroy();
      removeContainer(container);
    },
  };
}

export interface PartsOptions extends KeystrokesOptions {
  /** The last group that the editor has. */
  readonly last: Part;
}

/** Compares keystrokes in an editor with the groups up to `last` with those in a bare CodeMirror. */
export async function timeParts({ last, blocks, steps, ...shape }: PartsOptions): Promise<Samples> {
  const nodes = makeNodes(shape);
  const text = textOfNodes(nodes);
  const ours = openParts(contentOf(nodes), text, last);
  const bare = openBare(text);
  const samples = await compareFrames({
    ours: typingIn(ours),
    baseline: typingIn(bare),
    blocks,
    steps,
    warmUp: 3,
  });
  ours.close();
  bare.close();
  return samples;
}
