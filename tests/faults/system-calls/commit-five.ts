// Opens the grove of the first argument, commits five sentences, and closes it. A rejected step is retried once, as when
// a writer presses the key again. Run by `system-calls.fault.ts`, which makes one disk call fail.
import { attempt, newRequest, type OpenProgram, openProgram, say, typing } from '../program.ts';

const [, , path = ''] = process.argv;

/** Tries at most twice and prints each error. @returns whether it succeeded */
async function insist(what: string, work: () => void | Promise<void>): Promise<boolean> {
  for (let time = 0; time < 2; time++) {
    const code = await attempt(work);
    if (code === undefined) return true;
    say('refused', `${what} ${code}`);
  }
  return false;
}

let program: OpenProgram | undefined;
await insist('open', async () => {
  program = await openProgram(path);
});
if (program === undefined) say('stuck', 'open');
else {
  const { session, close } = program;
  for (let sentence = 1; sentence <= 5; sentence++) {
    const text = `Sentence ${sentence} was written here. `;
    const done = await insist(`commit ${sentence}`, () => {
      const { pathVersion, buffer, segments } = session.readPath();
      // A window that rereads the path after an error sees what main has, and sends only the rest.
      const isThere = (buffer.text + segments.text).includes(text);
      session.commit({ pathVersion, ops: isThere ? [] : [typing(text, buffer.text.length)] }, newRequest());
    });
    say(done ? 'acknowledged' : 'stuck', sentence);
  }
  // A file that cannot be written is still closed.
  const refused = await attempt(close);
  say('closed', refused);
}
