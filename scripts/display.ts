import type { Readable } from 'node:stream';
import { hasDisplay } from './setup/display.mjs';
import { start } from './setup/run.mjs';
import { SetupError } from './setup/say.mjs';
import { installPrograms } from './system-packages.ts';

const SCREEN = '1440x900x24';

/** Installs what is needed to start a virtual display if there is no screen. */
export async function setUpDisplay(): Promise<void> {
  if (!hasDisplay()) await installPrograms(['Xvfb'], 'a virtual display');
}

/**
 * Runs `work` with a display for its windows: the screen if there is one, otherwise a virtual display (Xvfb) that is
 * stopped afterwards. Programs started by `work` find the virtual display in the `DISPLAY` variable of this process.
 */
export async function withDisplay<T>(work: () => Promise<T>): Promise<T> {
  if (hasDisplay()) return work();
  await setUpDisplay();
  // Xvfb chooses a free display and writes its number to file descriptor 3.
  const server = start('Xvfb', ['-displayfd', '3', '-screen', '0', SCREEN, '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  try {
    process.env.DISPLAY = `:${await readDisplayNumber(server)}`;
    return await work();
  } finally {
    delete process.env.DISPLAY;
    server.kill('SIGTERM');
    await ended;
  }
}

function readDisplayNumber(server: ReturnType<typeof start>): Promise<number> {
  return new Promise((resolve, reject) => {
    let errors = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors += text;
    });
    let answer = '';
    const channel = server.stdio[3] as Readable;
    channel.setEncoding('utf8').on('data', (text: string) => {
      answer += text;
      if (answer.endsWith('\n')) resolve(Number(answer));
    });
    server.once('error', (error) => reject(new SetupError(`Xvfb did not start: ${error.message}`)));
    server.once('close', () => reject(new SetupError(`Xvfb did not start: ${errors.trim()}`)));
  });
}
