import type { EditorState } from '@codemirror/state';
import type { SceneEdit } from '../../core/sections/scene-edits.ts';
import { concatSpans, wholeSpans } from '../../core/text/span.ts';
import type { DraftSplice } from '../../core/text/splice.ts';
import { authorship, spansBetween, writer } from './marks/authorship.ts';

/** An edit by chapters and scenes as splices: what moves keeps its authors, and what is new is the writer's. */
export function sceneSplices(state: EditorState, { changes }: SceneEdit): readonly DraftSplice[] {
  const writerId = state.facet(writer);
  const authors = state.field(authorship);
  return changes.map(({ from, to, pieces }) => {
    const parts = pieces.map((piece) =>
      typeof piece === 'string'
        ? { text: piece, spans: wholeSpans(writerId, piece.length) }
        : {
            text: state.sliceDoc(piece.from, piece.to),
            spans: spansBetween(authors, piece.from, piece.to, writerId),
          },
    );
    const insert = parts.map(({ text }) => text).join('');
    return { from, to, insert, spans: concatSpans(...parts.map(({ spans }) => spans)) };
  });
}
