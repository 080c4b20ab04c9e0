/** jsdom has no idle time to give; every browser the program runs in has. */
window.requestIdleCallback ??= (callback) =>
  window.setTimeout(() => callback({ didTimeout: false, timeRemaining: () => 10 }));
window.cancelIdleCallback ??= (handle) => window.clearTimeout(handle);
