import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Cases per law (`proof.md`, *Kinds of tests*). More cases need more time; no test here asserts a duration. */
const cases = Number(process.env.FC_RUNS ?? 300);
const testTimeout = 120_000 + cases * 250;

/** On a busy computer, polled conditions can take far longer than Vitest's default of one second. */
const expect = { poll: { timeout: 30_000 } };

const setupFiles = ['tests/helpers/fast-check-runs.ts', 'tests/helpers/reset-globals.ts'];

// Files in the same worker share its modules and its jsdom page, because a new page per file costs two seconds of CPU time.
// reset-globals.ts removes what an earlier file may have left behind.
// End-to-end tests run under Playwright; benchmarks and the long fault runs have their own commands.
export default defineConfig({
  test: {
    // Some tests wait for processes, disks and timers: with one worker more than cores, none is idle.
    maxWorkers: availableParallelism() + 1,
    projects: [
      {
        test: {
          testTimeout,
          expect,
          isolate: false,
          name: 'node',
          environment: 'node',
          include: ['tests/{cli,core,ipc,main,ui-text,structure,scripts,helpers}/**/*.test.ts'],
          setupFiles,
        },
      },
      {
        plugins: [react()],
        test: {
          testTimeout,
          expect,
          isolate: false,
          name: 'renderer',
          environment: 'jsdom',
          include: ['tests/renderer/**/*.test.{ts,tsx}'],
          setupFiles: [...setupFiles, 'tests/helpers/animation-frames.ts', 'tests/helpers/idle-callbacks.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
});
