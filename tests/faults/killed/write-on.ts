// Writes to a grove until it is killed: types, commits, branches, switches, edits existing nodes. Every operation writes
// a mark, which is printed when acknowledged. Arguments: the grove, the first mark, how many. Run by `killed.fault.ts`.
import { setTimeout as pause } from 'node:timers/promises';
import { idAt, type NodeId, type PositionId } from '../../../src/core/ids.ts';
import { seededRandom } from '../../../src/main/generation/text-model/random.ts';
import { newRequest, openProgram, say, typing } from '../program.ts';
import { markOf } from './marks.ts';

const [, , path = '', first = '0', count = '0'] = process.argv;
const random = seededRandom(Number(first) + 1);
const below = (limit: number) => Math.floor(random() * limit);

const { session, close } = await openProgram(path);
say('open');
for (let mark = Number(first); mark < Number(first) + Number(count); mark++) {
  const { pathVersion, buffer, segments } = session.readPath();
  const length = segments.lengths.length;
  const at = below(length);
  const atEnd = typing(markOf(mark), buffer.text.length);
  switch (below(6)) {
    case 0:
      session.commit({ pathVersion, ops: [atEnd] }, newRequest());
      break;
    case 1:
      // Typing continues after a switch: text sent with the switch is committed first.
      if (length > 0) {
        const position = idAt(segments.positionIds, at) as PositionId;
        session.moves.selectSibling({ pathVersion, ops: [atEnd] }, position, undefined, { step: 1 });
      } else session.commit({ pathVersion, ops: [atEnd] }, newRequest());
      break;
    case 2:
      if (length > 1) {
        const position = idAt(segments.positionIds, below(length - 1)) as PositionId;
        session.moves.moveHead({ pathVersion, ops: [atEnd] }, position);
      } else session.commit({ pathVersion, ops: [atEnd] }, newRequest());
      break;
    case 3:
      if (length > 0) {
        const edit = typing(markOf(mark), 0, idAt(segments.nodeIds, at) as NodeId);
        await session.saveDraft({ pathVersion, ops: [edit] }, null);
      } else await session.saveDraft({ pathVersion, ops: [atEnd] }, null);
      break;
    default:
      await session.saveDraft({ pathVersion, ops: [atEnd] }, null);
  }
  say('acknowledged', mark);
  await pause(below(20));
}
await close();
say('closed');
