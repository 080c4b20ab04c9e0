import type { Samples } from '../../harness/compare.ts';
import { compareFrames, type Side } from './compare-frames.ts';
import { openBare, openManuscript, type StagedEditor } from './editors.ts';
import { asWrittenBy, contentOf, MODELS, makeNodes, type TextShape, textOfNodes } from './made-text.ts';
import { showContainer } from './stage.ts';
import { settle } from './time-frame.ts';
import { goTo } from './typing.ts';

export interface ScrollingOptions extends TextShape {
  readonly blocks: number;
  readonly steps: number;
}

/** Pixels per frame: a fast wheel. */
const STEP = 240;

/** Compares frames of scrolling through the text, from different places, with a bare CodeMirror. */
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

function scrolling({ container, view }: StagedEditor, blocks: number): Side {
  return {
    prepare: async (block) => {
      showContainer(container);
      await goTo(view, Math.floor(((block % blocks) / (blocks + 1)) * view.state.doc.length));
    },
    step: () => {
      view.scrollDOM.scrollTop += STEP;
    },
  };
}

export interface SpansOnScreen {
  /** The number of elements that mark an author. */
  readonly spans: number;
  /** Drawn lines of the document: a mark is at least one element per line. */
  readonly lines: number;
}

/** Counts the elements that mark authors if every node of the path is by one model: adjacent marks are merged. */
export async function countSpans(options: TextShape): Promise<SpansOnScreen> {
  const { container, view, close } = openManuscript(contentOf(asWrittenBy(makeNodes(options), MODELS[0])));
  showContainer(container);
  await goTo(view, Math.floor(view.state.doc.length / 2));
  await settle();
  const spans = view.contentDOM.querySelectorAll('[data-author]').length;
  const lines = view.contentDOM.querySelectorAll('.cm-line').length;
  close();
  return { spans, lines };
}
