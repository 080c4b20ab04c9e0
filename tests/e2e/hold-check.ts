import type { Writer } from './writer.ts';

/**
 * Keeps main from starting a slice of the check of an open file, as if the file were very large: main waits for each
 * slice with a delay of 0. Call it before the file is opened.
 * @returns a function that lets the check go on
 */
export async function holdCheck(writer: Writer): Promise<() => Promise<void>> {
  await writer.app.evaluate(() => {
    const held: (() => void)[] = [];
    const { setTimeout } = globalThis;
    const holding = (run: () => void, delay?: number, ...rest: unknown[]) => {
      if (delay === 0) held.push(run);
      return setTimeout(delay === 0 ? () => undefined : run, delay, ...rest);
    };
    const release = () => {
      globalThis.setTimeout = setTimeout;
      for (const run of held) run();
    };
    Object.assign(globalThis, { setTimeout: Object.assign(holding, setTimeout), releaseCheck: release });
  });
  return () =>
    writer.app.evaluate(() => {
      (globalThis as unknown as { releaseCheck(): void }).releaseCheck();
    });
}
