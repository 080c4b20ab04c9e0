import { defineConfig } from '@playwright/test';
import { hasDisplay } from './scripts/setup/display.mjs';

// Only one app per display, because a second app would take keyboard focus from the first. Without a screen, each worker
// has its own virtual display, and three workers keep two cores busy while windows wait.
export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'test-results',
  fullyParallel: false,
  workers: hasDisplay() ? 1 : 3,
  // A machine that is busy with something else takes longer: no test asserts a time.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  // Tracing slows every test, so only the retry of a failed test records a trace. One that passes then is flaky: `npm test`
  // lists it, and fails if there are four; with `--fail-on-flaky-tests`, one is enough.
  retries: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: { trace: 'on-first-retry' },
});
