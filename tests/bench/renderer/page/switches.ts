import type { PathNode } from '../../../../src/renderer/editor/index.ts';
import type { Samples } from '../../harness/compare.ts';
import { compareFrames, type Side } from './contest.ts';
import { openManuscript, type StagedManuscript } from './editors.ts';
import { contentOf, makeNode, makeNodes, type TextShape, textOfNodes } from './made-text.ts';
import { showPlace } from './stage.ts';
import { settle } from './time-frame.ts';
import { goTo, typeLetter } from './typing.ts';

export interface SwitchesOptions extends TextShape {
  readonly blocks: number;
  readonly steps: number;
}

/** From one sibling to another and back, after the first tenth of the text, with a keystroke on the same page. */
export function timeSiblingSwitch(options: SwitchesOptions): Promise<Samples> {
  const nodes = makeNodes(options);
  const keep = Math.floor(nodes.length / 10);
  const other = makeNodes({ ...options, seed: options.seed + 1 }).slice(keep);
  return timeSwitches(options, nodes, keep, [other, nodes.slice(keep)]);
}

/** From one version of a node in the middle to another and back. Main answers with all that follows, as it was. */
export function timeVersionSwitch(options: SwitchesOptions): Promise<Samples> {
  const nodes = makeNodes(options);
  const keep = Math.floor(nodes.length / 2);
  const [node, ...rest] = nodes.slice(keep);
  if (node === undefined) throw new Error('a text has a node in the middle');
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
  // As main answers: the texts in one string, of which each node has its part.
  const texts = tails.map((tail) => textOfNodes(tail));
  const switching: Side = {
    prepare: () => goBefore(editor, keep, 0),
    step: (count) => {
      const turn = count % tails.length;
      editor.manuscript.replaceTail(keep, tails[turn] ?? [], { caret: 'keep', text: texts[turn] ?? '' });
    },
  };
  const typing: Side = {
    prepare: () => goBefore(editor, keep, 1),
    step: (count) => typeLetter(editor.view, count),
    rest: editor.commit,
  };
  const samples = await compareFrames({ ours: switching, baseline: typing, blocks, steps, warmUp: 2 });
  editor.close();
  return samples;
}

/** The caret so many characters before the end of what stays, and that in the middle of the window. */
async function goBefore(
  { place, view, manuscript }: StagedManuscript,
  keep: number,
  by: number,
): Promise<void> {
  showPlace(place);
  view.focus();
  manuscript.moveCaretAfter(keep - 1);
  await settle();
  await goTo(view, view.state.selection.main.head - by);
}
