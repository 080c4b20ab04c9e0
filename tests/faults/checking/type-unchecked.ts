// Opens a grove after only the quick checks and types: every mark that is printed as acknowledged is in the journal or
// the file. Closes the grove after some milliseconds, unless it is killed first. Arguments: the grove, the first mark,
// after how long to close it. Run by `checking.fault.ts`.
import { setTimeout as pause } from 'node:timers/promises';
import { markOf } from '../killed/marks.ts';
import { openProgram, say, typing } from '../program.ts';

const [, , path = '', first = '0', life = '0'] = process.argv;
const { grove, session, close } = await openProgram(path, { checksFirst: true });
const end = Date.now() + Number(life);
say('open');
for (let mark = Number(first); Date.now() < end; mark++) {
  const { pathVersion, buffer } = session.readPath();
  await session.saveDraft({ pathVersion, ops: [typing(markOf(mark), buffer.text.length)] }, null);
  say('acknowledged', mark);
  await pause(10);
}
await close();
// Only now is it certain: the check goes on until the grove has stopped it.
say(grove.check.isWaiting ? 'unchecked' : 'checked');
