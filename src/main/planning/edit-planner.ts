import { Worker } from 'node:worker_threads';
import { type EditToPlan, type PlanOf, planChanges } from '../../core/proposals/plan-answer.ts';

/**
 * The longest edit, and the longest text that is read for it, of which a plan is made at once (`edits.md`, *Asking for an edit*): with the worst
 * of words it takes some 20 ms, less than a thread takes to start. UTF-16 code units.
 */
const SHORT_EDIT = 2_000;
const SHORT_TEXT = 32_000;

/**
 * Plans what an edit suggests: in a thread of its own where that may take long, which ends with the plan, or when it is
 * stopped. The thread does not keep the program running.
 * @param worker path of `planning-worker.ts`, compiled or not
 * @returns null if `signal` is aborted before the plan is made
 * @throws {Error} what planning throws; the thread ended by itself
 */
export async function planEdit<E extends EditToPlan>(
  worker: string,
  edit: E,
  signal: AbortSignal,
): Promise<PlanOf<E> | null> {
  if (signal.aborted) return null;
  if (isShort(edit)) return planChanges(edit);
  return new Promise((resolve, reject) => {
    const thread = new Worker(worker, { workerData: edit });
    thread.unref();
    const stop = () => void thread.terminate();
    signal.addEventListener('abort', stop);
    let end = () => reject(new Error('the thread that plans edits ended'));
    thread.on('message', (plan: PlanOf<E>) => {
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

/** Returns true if so little is read and written that planning takes less time than starting a thread. */
function isShort({ snapshot: { text, selection }, ...edit }: EditToPlan): boolean {
  if ('answer' in edit) return edit.answer.length <= SHORT_EDIT && text.length <= SHORT_TEXT;
  const { directive } = edit;
  if (directive.action === 'patch') return directive.diff.length <= SHORT_EDIT && text.length <= SHORT_TEXT;
  const { from, to } = directive.range ?? selection ?? { from: 0, to: 0 };
  return directive.content.length <= SHORT_EDIT && to - from <= SHORT_TEXT;
}
