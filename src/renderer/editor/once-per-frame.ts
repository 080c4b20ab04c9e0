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
