import type { Samples } from '../../harness/compare.ts';
import { compareFrames } from './contest.ts';
import { openBare, openManuscript, type StagedEditor } from './editors.ts';
import { contentOf, makeNodes, type TextShape, textOfNodes } from './made-text.ts';
import { showPlace } from './stage.ts';

export interface OpeningOptions extends TextShape {
  readonly blocks: number;
}

/** From a path's nodes to their first frame, with what a bare CodeMirror makes of the text. */
export function timeOpening(options: OpeningOptions): Promise<Samples> {
  const content = contentOf(makeNodes(options));
  const text = textOfNodes(content.nodes);
  return compareFrames({
    ours: opening(() => openManuscript(content)),
    baseline: opening(() => openBare(text)),
    blocks: options.blocks,
    steps: 1,
    warmUp: 2,
  });
}

function opening(open: () => StagedEditor) {
  let opened: StagedEditor | undefined;
  return {
    prepare: () => {},
    step: () => {
      opened = open();
      showPlace(opened.place);
    },
    rest: () => opened?.close(),
  };
}
