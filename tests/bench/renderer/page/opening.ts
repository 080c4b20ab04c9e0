import type { Samples } from '../../harness/compare.ts';
import { compareFrames } from './compare-frames.ts';
import { openBare, openManuscript, type StagedEditor } from './editors.ts';
import { contentOf, makeNodes, type TextShape, textOfNodes } from './made-text.ts';
import { showContainer } from './stage.ts';

export interface OpeningOptions extends TextShape {
  readonly blocks: number;
}

/** Time from a path's nodes to their first frame, compared with a bare CodeMirror opening the text. */
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
      showContainer(opened.container);
    },
    finish: () => opened?.close(),
  };
}
