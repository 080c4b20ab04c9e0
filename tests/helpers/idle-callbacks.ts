/** jsdom has no idle callbacks, unlike the browser that the program runs in. */
window.requestIdleCallback ??= (callback) =>
  window.setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 10 }));
window.cancelIdleCallback ??= (handle) => window.clearTimeout(handle);
