/** Work that may be requested often and runs at most once a frame. */
export interface FrameTask {
  request(): void;
  cancel(): void;
}

export function oncePerFrame(window: Window, work: () => void): FrameTask {
  let handle: number | null = null;
  return {
    request: () => {
      handle ??= window.requestAnimationFrame(() => {
        handle = null;
        work();
      });
    },
    cancel: () => {
      if (handle !== null) window.cancelAnimationFrame(handle);
      handle = null;
    },
  };
}

/**
 * The same, right after the frame that shows what requested it: a letter is on the screen before the rest of the window
 * follows it.
 */
export function oncePerFrameAfterPaint(window: Window, work: () => void): FrameTask {
  let timer: number | null = null;
  const frame = oncePerFrame(window, () => {
    timer ??= window.setTimeout(() => {
      timer = null;
      work();
    });
  });
  return {
    request: frame.request,
    cancel: () => {
      frame.cancel();
      if (timer !== null) window.clearTimeout(timer);
      timer = null;
    },
  };
}
