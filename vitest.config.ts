import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Cases a law (`proof.md`, *Kinds of tests*); a law of many cases takes its time, and no test here asserts one. */
const cases = Number(process.env.FC_RUNS ?? 300);
const testTimeout = 120_000 + cases * 250;

/** What is waited for comes sooner or later: on a computer with much else to do, later than in vitest's one second. */
const expect = { poll: { timeout: 30_000 } };

const setupFiles = ['tests/helpers/fast-check-runs.ts', 'tests/helpers/leave-nothing.ts'];

// The files of a worker share its modules, and its page: making a page anew costs two seconds of a core, as often as there
// are files. What a file might leave to the next is put right in leave-nothing.ts.
// End-to-end tests run under Playwright; benchmarks and the long fault runs have commands of their own.
export default defineConfig({
  test: {
    // Vitest would leave one core to itself, which is half of a small computer.
    maxWorkers: availableParallelism(),
    projects: [
      {
        test: {
          testTimeout,
          expect,
          isolate: false,
          name: 'node',
          environment: 'node',
          include: ['tests/{core,ipc,main,ui-text,structure,scripts,helpers}/**/*.test.ts'],
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
          setupFiles: [...setupFiles, 'tests/helpers/idle-callbacks.ts'],
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
});
