/** Work that is done once its requests have paused. */
interface PauseTask {
  /** The work has been requested and not done yet. */
  readonly isDue: boolean;
  /** Does the work when nothing has asked for it again for this long, in milliseconds. */
  request(delay: number): void;
  cancel(): void;
}

/**
 * Requests are as cheap as typing needs: a timer that runs is left running unless it would end too late, since setting
 * another for each keystroke costs more than most of what the keystroke does.
 */
export function afterPause(work: () => void): PauseTask {
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer ends, and when the work is due; milliseconds of the page's clock. */
  let endsAt = 0;
  let dueAt = 0;
  const start = (delay: number) => {
    clearTimeout(timer);
    endsAt = performance.now() + delay;
    timer = setTimeout(onEnd, delay);
  };
  const onEnd = () => {
    timer = undefined;
    const left = dueAt - performance.now();
    if (left > 0) start(left);
    else work();
  };
  return {
    get isDue() {
      return timer !== undefined;
    },
    request: (delay) => {
      dueAt = performance.now() + delay;
      if (timer === undefined || dueAt < endsAt) start(delay);
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}

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
