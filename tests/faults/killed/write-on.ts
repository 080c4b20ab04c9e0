// Writes to a grove until it is killed: types, commits, branches, switches, edits existing nodes. Every operation writes
// a mark, which is printed when acknowledged. Arguments: the grove, the first mark, how many, and the mode of the tree
// that it writes to. Run by `killed.fault.ts`.
import { setTimeout as pause } from 'node:timers/promises';
import { idAt, type NodeId, type PositionId } from '../../../src/core/ids.ts';
import { seededRandom } from '../../../src/main/generation/text-model/random.ts';
import { newRequest, openProgram, say, typing } from '../program.ts';
import { markOf } from './marks.ts';

const [, , path = '', first = '0', count = '0', mode = 'buffer'] = process.argv;
const random = seededRandom(Number(first) + 1);
const below = (limit: number) => Math.floor(random() * limit);

const { grove, session: opened, close } = await openProgram(path);
const session = mode === 'dialogue' ? conversation() : opened;
say('open');
for (let mark = Number(first); mark < Number(first) + Number(count); mark++) {
  const { pathVersion, buffer, segments } = session.readPath();
  const length = segments.lengths.length;
  const at = below(length);
  const atStart = (index: number) => typing(markOf(mark), 0, idAt(segments.nodeIds, index) as NodeId);
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
        await session.saveDraft({ pathVersion, ops: [atStart(at)] }, null);
      } else await session.saveDraft({ pathVersion, ops: [atEnd] }, null);
      break;
    case 4:
      if (mode === 'dialogue' && length > 0) {
        const how = below(2) === 0 ? 'branch' : 'inPlace';
        const nodeId = idAt(segments.nodeIds, at) as NodeId;
        session.branching.saveEdit({ pathVersion, ops: [atStart(at)] }, nodeId, how);
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

/** The grove's conversation, made at the first start. */
function conversation() {
  const known = grove.trees.list().find((tree) => tree.mode === 'dialogue');
  return grove.treeSession((known ?? grove.trees.create({ title: null, mode: 'dialogue' })).id);
}
