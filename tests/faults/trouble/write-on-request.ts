// Keeps the grove of the first argument open, commits each line of input as a sentence, and prints the outcome. A line
// `type …` only saves the draft. `close` closes it. A second argument names the journal. Run by `trouble.fault.ts` and
// `overwritten.fault.ts`, which do to the file what other programs might do, and by `odd.fault.ts`.
import { createInterface } from 'node:readline';
import { attempt, newRequest, openProgram, say, typing } from '../program.ts';

const [, , path = '', journal] = process.argv;
const TYPE = 'type ';

const { session, close } = await openProgram(path, journal === undefined ? {} : { journal });
let shown = session.readPath();
say('open');
for await (const text of createInterface({ input: process.stdin })) {
  if (text === 'close') break;
  await readAgain();
  const { pathVersion, buffer, segments } = shown;
  const refused = await attempt(async () => {
    if (text.startsWith(TYPE)) {
      const ops = [typing(text.slice(TYPE.length), buffer.text.length)];
      await session.saveDraft({ pathVersion, ops }, null);
      session.flush();
      return;
    }
    // Text of a rejected commit is still in main's draft: this commit includes it.
    const isThere = (segments.text + buffer.text).includes(text);
    session.commit({ pathVersion, ops: isThere ? [] : [typing(text, buffer.text.length)] }, newRequest());
  });
  await readAgain();
  say(refused === undefined ? 'done' : 'refused', refused);
}
const refused = await attempt(close);
say('closed', refused);
process.exit();

/** A page goes on with what it shows while the file cannot be read. */
async function readAgain(): Promise<void> {
  await attempt(() => {
    shown = session.readPath();
  });
}
