import { defineConfig } from '@playwright/test';
import { hasDisplay } from './scripts/setup/display.mjs';

// One window at a time on a display: a second app would take the keyboard from the first. Where there is no screen each
// worker has an invisible display of its own, and two keep two cores busy.
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: hasDisplay() ? 1 : 2,
  // What failed runs once more for its trace, which would cost every test its time. The verdict stands.
  retries: 1,
  failOnFlakyTests: true,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: { trace: 'on-first-retry' },
});
