import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

const setupFiles = ['tests/helpers/fast-check-runs.ts'];

// End-to-end tests run under Playwright; benchmarks and the long fault runs have commands of their own.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'node',
          environment: 'node',
          include: ['tests/{core,ipc,main,structure,scripts,helpers}/**/*.test.ts'],
          setupFiles,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'renderer',
          environment: 'jsdom',
          include: ['tests/renderer/**/*.test.{ts,tsx}'],
          setupFiles,
          css: { modules: { classNameStrategy: 'non-scoped' } },
        },
      },
    ],
  },
});
