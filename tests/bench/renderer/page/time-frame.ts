/** The cost of some work to the page's thread, in milliseconds. */
export interface FrameCost {
  /** The work and the frame that shows it: scripts, style, layout, paint; excluding the wait for the screen. */
  readonly whole: number;
  /** Only the work. */
  readonly work: number;
}

/**
 * Does the work in a separate task and waits for the frames after it: one, or as many as its effects take to become
 * visible.
 */
export function timeFrame(work: () => void, frames = 1): Promise<FrameCost> {
  return new Promise((resolve, reject) => {
    runInNewTask(() => {
      let busy = 0;
      let worked = 0;
      let left = frames;
      const inFrame = () => {
        const frameStarted = performance.now();
        left -= 1;
        const isLast = left === 0;
        // Requested first, so that it runs before anything deferred to the next frame.
        if (!isLast) requestAnimationFrame(inFrame);
        // By the next task, style, layout and paint of this frame are done.
        runInNewTask(() => {
          busy += performance.now() - frameStarted;
          if (isLast) resolve({ whole: worked + busy, work: worked });
        });
      };
      requestAnimationFrame(inFrame);
      const started = performance.now();
      try {
        work();
      } catch (error) {
        reject(error);
      }
      worked = performance.now() - started;
    });
  });
}

/** Waits until this many frames are painted. */
export async function settle(frames = 2): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => runInNewTask(resolve));
    });
  }
}

function runInNewTask(task: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    channel.port1.close();
    task();
  };
  channel.port2.postMessage(null);
}
