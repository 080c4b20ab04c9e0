import { Worker } from 'node:worker_threads';
import { type AskedEdit, type AskedPlan, planAsked } from '../../core/proposals/plan-answer.ts';

/**
 * The longest answer, and the longest text, of which a plan is made at once (`edits.md`, *Asking for an edit*): with the worst
 * of words it takes some 20 ms, less than a thread takes to start. UTF-16 code units.
 */
const SHORT_ANSWER = 2_000;
const SHORT_TEXT = 32_000;

/**
 * Plans what an answer suggests: in a thread of its own where that may take long, which ends with the plan, or when it is
 * stopped. The thread does not keep the program running.
 * @param worker path of `worker.ts`, compiled or not
 * @returns null if `signal` is aborted before the plan is made
 * @throws {Error} what planning throws; the thread ended by itself
 */
export async function planEdit(
  worker: string,
  asked: AskedEdit,
  signal: AbortSignal,
): Promise<AskedPlan | null> {
  if (signal.aborted) return null;
  const { answer, snapshot } = asked;
  if (answer.length <= SHORT_ANSWER && snapshot.text.length <= SHORT_TEXT) return planAsked(asked);
  return new Promise((resolve, reject) => {
    const thread = new Worker(worker, { workerData: asked });
    thread.unref();
    const stop = () => void thread.terminate();
    signal.addEventListener('abort', stop);
    let end = () => reject(new Error('the thread that plans edits ended'));
    thread.on('message', (plan: AskedPlan) => {
      end = () => resolve(plan);
    });
    thread.on('error', (error) => {
      end = () => reject(error);
    });
    // Comes after the plan or the error, if there was one.
    thread.on('exit', () => {
      signal.removeEventListener('abort', stop);
      if (signal.aborted) resolve(null);
      else end();
    });
  });
}
