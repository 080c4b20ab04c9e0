import { EditorView } from '@codemirror/view';
import { seededRandom } from '../../../../src/main/generation/text-model/random.ts';
import type { Side } from './compare-frames.ts';
import type { StagedEditor } from './editors.ts';
import { showContainer } from './stage.ts';
import { settle } from './time-frame.ts';

const TYPED = 'It was quiet for a while and then the door opened again. ';

/** Types one letter at the caret. */
export function typeLetter(view: EditorView, count: number): void {
  const { from, to } = view.state.selection.main;
  view.dispatch({
    changes: { from, to, insert: TYPED.charAt(count % TYPED.length) },
    selection: { anchor: from + 1 },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
}

/** Moves the caret to an offset and scrolls it into view. */
export async function goTo(view: EditorView, offset: number): Promise<void> {
  view.dispatch({
    selection: { anchor: offset },
    effects: EditorView.scrollIntoView(offset, { y: 'center' }),
  });
  // After scrolling far, CodeMirror measures and adjusts for a few frames.
  await settle(4);
}

/** Typing in blocks at different offsets, the same for both sides of a comparison. */
export function typingIn({ container, view }: StagedEditor, finish: () => void = () => {}): Side {
  const random = seededRandom(7);
  const offsets: number[] = [];
  return {
    prepare: async (block) => {
      while (offsets.length <= block) offsets.push(random());
      showContainer(container);
      view.focus();
      await goTo(view, Math.floor((offsets[block] ?? 0) * view.state.doc.length));
    },
    step: (count) => typeLetter(view, count),
    finish,
  };
}
