import type { PathNode } from '../../../../src/renderer/editor/index.ts';
import type { Samples } from '../../harness/compare.ts';
import { compareFrames, type Side } from './compare-frames.ts';
import { openManuscript, type StagedManuscript } from './editors.ts';
import { contentOf, makeNode, makeNodes, type TextShape, textOfNodes } from './made-text.ts';
import { showContainer } from './stage.ts';
import { settle } from './time-frame.ts';
import { goTo, typeLetter } from './typing.ts';

export interface SwitchesOptions extends TextShape {
  readonly blocks: number;
  readonly steps: number;
}

/** Switches to a sibling and back, after the first tenth of the text, compared with a keystroke on the same page. */
export function timeSiblingSwitch(options: SwitchesOptions): Promise<Samples> {
  const nodes = makeNodes(options);
  const keep = Math.floor(nodes.length / 10);
  const other = makeNodes({ ...options, seed: options.seed + 1 }).slice(keep);
  return timeSwitches(options, nodes, keep, [other, nodes.slice(keep)]);
}

/** Switches to another version of a middle node and back. Main's reply includes everything after it, unchanged. */
export function timeVersionSwitch(options: SwitchesOptions): Promise<Samples> {
  const nodes = makeNodes(options);
  const keep = Math.floor(nodes.length / 2);
  const [node, ...rest] = nodes.slice(keep);
  if (node === undefined) throw new Error('the path has no nodes');
  const shorter = Math.floor(node.text.length / 2);
  const [span] = node.spans;
  const version = makeNode(
    node.text.slice(-shorter),
    span === undefined ? [] : [{ ...span, length: shorter }],
  );
  return timeSwitches(options, nodes, keep, [
    [{ ...version, positionId: node.positionId }, ...rest],
    [node, ...rest],
  ]);
}

async function timeSwitches(
  { blocks, steps }: SwitchesOptions,
  nodes: readonly PathNode[],
  keep: number,
  tails: readonly (readonly PathNode[])[],
): Promise<Samples> {
  const editor = openManuscript(contentOf(nodes));
  // As in main's reply: the texts in one string, of which each node has its part.
  const texts = tails.map((tail) => textOfNodes(tail));
  const switching: Side = {
    prepare: () => goToEndOfKept(editor, keep, 0),
    step: (count) => {
      const tail = count % tails.length;
      editor.manuscript.replaceTail(keep, tails[tail] ?? [], { caret: 'keep', text: texts[tail] ?? '' });
    },
  };
  const typing: Side = {
    prepare: () => goToEndOfKept(editor, keep, 1),
    step: (count) => typeLetter(editor.view, count),
    finish: editor.commit,
  };
  const samples = await compareFrames({ ours: switching, baseline: typing, blocks, steps, warmUp: 2 });
  editor.close();
  return samples;
}

/** Puts the caret this many characters before the end of the unchanged text, in the middle of the window. */
async function goToEndOfKept(
  { container, view, manuscript }: StagedManuscript,
  keep: number,
  by: number,
): Promise<void> {
  showContainer(container);
  view.focus();
  manuscript.moveCaretAfter(keep - 1);
  await settle();
  await goTo(view, view.state.selection.main.head - by);
}
