import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

/** The program with one grove open, in a separate process. */
export class Program {
  readonly #child: ChildProcess;
  readonly #lines: AsyncIterator<string>;

  private constructor(child: ChildProcess, lines: AsyncIterator<string>) {
    this.#child = child;
    this.#lines = lines;
  }

  /** @param journal the name of its journal, if not the default */
  static async start(path: string, journal?: string): Promise<Program> {
    const script = fileURLToPath(new URL('write-on-request.ts', import.meta.url));
    const named = journal === undefined ? [] : [journal];
    const child = spawn(process.execPath, [script, path, ...named], { stdio: ['pipe', 'pipe', 'inherit'] });
    const program = new Program(child, createInterface({ input: child.stdout })[Symbol.asyncIterator]());
    const word = await program.#next();
    if (word !== 'open') throw new Error(`the program did not open ${path}: ${word}`);
    return program;
  }

  /** `done`, or `refused` with the code. */
  async commit(text: string): Promise<string> {
    this.#child.stdin?.write(`${text}\n`);
    return this.#next();
  }

  /** Types without committing, and saves the draft. @returns as `commit` */
  type(text: string): Promise<string> {
    return this.commit(`type ${text}`);
  }

  async end(): Promise<void> {
    const ended = once(this.#child, 'exit');
    this.#child.stdin?.write('close\n');
    await ended;
  }

  async #next(): Promise<string> {
    const { value, done } = await this.#lines.next();
    return done === true ? 'gone' : String(value).trim();
  }
}
