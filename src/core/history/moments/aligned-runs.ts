import { type CommonRun, findCommonWords } from '../../text/diff.ts';
import { commonPositions, type Moment, textOfMoment } from './moment.ts';

/**
 * What the texts of two moments have in common, in order: offsets in UTF-16 code units. A position's parents never change,
 * so two paths begin with the same positions and share none after that: the text of each is compared with its own, and the
 * rest with the rest. Runs that touch in both texts are joined.
 */
export function alignedRuns(old: Moment, now: Moment): readonly CommonRun[] {
  const runs: CommonRun[] = [];
  let [oldAt, newAt] = [0, 0];
  const addPart = (oldText: string, newText: string) => {
    const parts =
      oldText === newText
        ? [{ oldFrom: 0, newFrom: 0, length: oldText.length }]
        : findCommonWords(oldText, newText);
    for (const { oldFrom, newFrom, length } of parts) {
      const run = { oldFrom: oldAt + oldFrom, newFrom: newAt + newFrom, length };
      const last = runs.at(-1);
      if (length === 0) continue;
      if (last !== undefined && touches(last, run)) {
        runs[runs.length - 1] = { ...last, length: last.length + length };
      } else runs.push(run);
    }
    oldAt += oldText.length;
    newAt += newText.length;
  };
  const common = commonPositions(old.nodes, now.nodes);
  for (let index = 0; index < common; index++) {
    addPart(old.nodes[index]?.text ?? '', now.nodes[index]?.text ?? '');
  }
  addPart(textAfter(old, common), textAfter(now, common));
  return runs;
}

function touches(one: CommonRun, next: CommonRun): boolean {
  return one.oldFrom + one.length === next.oldFrom && one.newFrom + one.length === next.newFrom;
}

function textAfter({ nodes, buffer }: Moment, index: number): string {
  return textOfMoment({ nodes: nodes.slice(index), buffer });
}
