import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Cases a law (`proof.md`, *Kinds of tests*); a law of many cases takes its time, and no test here asserts one. */
const cases = Number(process.env.FC_RUNS ?? 300);
const testTimeout = 60_000 + cases * 100;

const setupFiles = ['tests/helpers/fast-check-runs.ts'];

// End-to-end tests run under Playwright; benchmarks and the long fault runs have commands of their own.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          testTimeout,
          name: 'node',
          environment: 'node',
          include: ['tests/{core,ipc,main,structure,scripts,helpers}/**/*.test.ts'],
          setupFiles,
        },
      },
      {
        plugins: [react()],
        test: {
          testTimeout,
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
