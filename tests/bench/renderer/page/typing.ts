import { EditorView } from '@codemirror/view';
import { seededRandom } from '../../../../src/main/generation/text-model/random.ts';
import type { Side } from './contest.ts';
import type { StagedEditor } from './editors.ts';
import { showPlace } from './stage.ts';
import { settle } from './time-frame.ts';

const TYPED = 'It was quiet for a while and then the door opened again. ';

/** Types one letter at the caret, as a keystroke does. */
export function typeLetter(view: EditorView, count: number): void {
  const { from, to } = view.state.selection.main;
  view.dispatch({
    changes: { from, to, insert: TYPED.charAt(count % TYPED.length) },
    selection: { anchor: from + 1 },
    userEvent: 'input.type',
    scrollIntoView: true,
  });
}

/** Puts the caret somewhere and shows it. */
export async function goTo(view: EditorView, offset: number): Promise<void> {
  view.dispatch({
    selection: { anchor: offset },
    effects: EditorView.scrollIntoView(offset, { y: 'center' }),
  });
  // Scrolling far, CodeMirror measures and corrects itself for a few frames.
  await settle(4);
}

/** Typing in blocks, each somewhere else: both sides of a contest go to the same places. */
export function typingIn({ place, view }: StagedEditor, rest: () => void = () => {}): Side {
  const random = seededRandom(7);
  const places: number[] = [];
  return {
    prepare: async (block) => {
      while (places.length <= block) places.push(random());
      showPlace(place);
      view.focus();
      await goTo(view, Math.floor((places[block] ?? 0) * view.state.doc.length));
    },
    step: (count) => typeLetter(view, count),
    rest,
  };
}
