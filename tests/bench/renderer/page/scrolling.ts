import type { Samples } from '../../harness/compare.ts';
import { compareFrames, type Side } from './contest.ts';
import { openBare, openManuscript, type StagedEditor } from './editors.ts';
import { asWrittenBy, contentOf, MODELS, makeNodes, type TextShape, textOfNodes } from './made-text.ts';
import { showPlace } from './stage.ts';
import { settle } from './time-frame.ts';
import { goTo } from './typing.ts';

export interface ScrollingOptions extends TextShape {
  readonly blocks: number;
  readonly steps: number;
}

/** Pixels from frame to frame: a fast wheel. */
const STEP = 240;

/** Frames of scrolling through the text, from other places each time, with the same in a bare CodeMirror. */
export async function timeScrolling(options: ScrollingOptions): Promise<Samples> {
  const nodes = makeNodes(options);
  const ours = openManuscript(contentOf(nodes));
  const bare = openBare(textOfNodes(nodes));
  const { blocks, steps } = options;
  const samples = await compareFrames({
    ours: scrolling(ours, blocks),
    baseline: scrolling(bare, blocks),
    blocks,
    steps,
    warmUp: 2,
  });
  ours.close();
  bare.close();
  return samples;
}

function scrolling({ place, view }: StagedEditor, blocks: number): Side {
  return {
    prepare: async (block) => {
      showPlace(place);
      await goTo(view, Math.floor(((block % blocks) / (blocks + 1)) * view.state.doc.length));
    },
    step: () => {
      view.scrollDOM.scrollTop += STEP;
    },
  };
}

export interface SpansOnScreen {
  /** Elements that mark an author. */
  readonly spans: number;
  /** Lines of the document that are drawn: a mark is one element a line at least. */
  readonly lines: number;
}

/** How many elements mark authors where every node of the path is the same model's: neighbours are one. */
export async function countSpans(options: TextShape): Promise<SpansOnScreen> {
  const { place, view, close } = openManuscript(contentOf(asWrittenBy(makeNodes(options), MODELS[0])));
  showPlace(place);
  await goTo(view, Math.floor(view.state.doc.length / 2));
  await settle();
  const spans = view.contentDOM.querySelectorAll('[data-author]').length;
  const lines = view.contentDOM.querySelectorAll('.cm-line').length;
  close();
  return { spans, lines };
}
