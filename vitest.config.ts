import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Cases a law (`proof.md`, *Kinds of tests*); a law of many cases takes its time, and no test here asserts one. */
const cases = Number(process.env.FC_RUNS ?? 300);
const testTimeout = 60_000 + cases * 100;

/** What is waited for comes sooner or later: on a computer with much else to do, later than in vitest's one second. */
const expect = { poll: { timeout: 30_000 } };

const setupFiles = ['tests/helpers/fast-check-runs.ts'];

// End-to-end tests run under Playwright; benchmarks and the long fault runs have commands of their own.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          testTimeout,
          expect,
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
