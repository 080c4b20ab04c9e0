/** What one piece of work cost the page's thread, in milliseconds. */
export interface FrameCost {
  /** The work and the frame that shows it: scripts, style, layout, paint; not the wait for the screen between them. */
  readonly whole: number;
  /** The work alone. */
  readonly work: number;
}

/**
 * Does the work in a task of its own and waits for the frames after it: one, or as many as what it sets off takes to be
 * seen.
 */
export function timeFrame(work: () => void, frames = 1): Promise<FrameCost> {
  return new Promise((resolve, reject) => {
    inTaskOfItsOwn(() => {
      let busy = 0;
      let worked = 0;
      let left = frames;
      const inFrame = () => {
        const frameStarted = performance.now();
        left -= 1;
        const isLast = left === 0;
        // Asked for first, so that it comes before whatever is put off to the next frame.
        if (!isLast) requestAnimationFrame(inFrame);
        // The next task: style, layout and paint of this frame are done then.
        inTaskOfItsOwn(() => {
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

/** Waits until so many frames are painted. */
export async function settle(frames = 2): Promise<void> {
  for (let frame = 0; frame < frames; frame++) {
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => inTaskOfItsOwn(resolve));
    });
  }
}

function inTaskOfItsOwn(task: () => void): void {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => {
    channel.port1.close();
    task();
  };
  channel.port2.postMessage(null);
}
