/**
 * Animation frames by one timer each, for the page and as globals. jsdom draws all frames by one interval, which it never
 * starts again if it was started while a test had fake timers that ended with a frame pending: then no later test in the
 * same page gets a frame.
 */
const FRAME = 16;

const request: typeof window.requestAnimationFrame = (callback) =>
  window.setTimeout(() => callback(performance.now()), FRAME);
const cancel: typeof window.cancelAnimationFrame = (handle) => window.clearTimeout(handle);

for (const page of [window, globalThis]) {
  page.requestAnimationFrame = request;
  page.cancelAnimationFrame = cancel;
}
