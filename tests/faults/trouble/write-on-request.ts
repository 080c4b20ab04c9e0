// Keeps the grove of the first argument open, commits each line of input as a sentence, and prints the outcome.
// `close` closes it. A second argument names the journal. Run by `trouble.fault.ts`, which does to the file what other
// programs might do, and by `odd.fault.ts`.
import { createInterface } from 'node:readline';
import { attempt, newRequest, openProgram, say, typing } from '../program.ts';

const [, , path = '', journal] = process.argv;

const { session, close } = await openProgram(path, journal === undefined ? {} : { journal });
say('open');
for await (const text of createInterface({ input: process.stdin })) {
  if (text === 'close') break;
  const refused = await attempt(() => {
    const { pathVersion, buffer, segments } = session.readPath();
    // Text of a rejected commit is still in main's draft: this commit includes it.
    const isThere = (segments.text + buffer.text).includes(text);
    session.commit({ pathVersion, ops: isThere ? [] : [typing(text, buffer.text.length)] }, newRequest());
  });
  say(refused === undefined ? 'done' : 'refused', refused);
}
const refused = await attempt(close);
say('closed', refused);
process.exit();
