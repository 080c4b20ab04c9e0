/** What one piece of work cost the page's thread, in milliseconds. */
export interface FrameCost {
  /** The work and the frame that shows it: scripts, style, layout, paint; not the wait for the screen between them. */
  readonly whole: number;
  /** The work alone. */
  readonly work: number;
}

/** Does the work in a task of its own and waits for the frame after it. */
export function timeFrame(work: () => void): Promise<FrameCost> {
  return new Promise((resolve, reject) => {
    inTaskOfItsOwn(() => {
      let frameStarted = 0;
      let worked = 0;
      // Asked for before the work, so that it comes before whatever the work puts off to the frame.
      requestAnimationFrame(() => {
        frameStarted = performance.now();
        // The next task: style, layout and paint of this frame are done then.
        inTaskOfItsOwn(() => resolve({ whole: worked + performance.now() - frameStarted, work: worked }));
      });
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
