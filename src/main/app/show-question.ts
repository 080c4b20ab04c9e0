import { type BrowserWindow, dialog, type MessageBoxOptions } from 'electron';
import type { QuestionText } from '../../ui-text/questions.ts';

/** The behaviour of a question: its icon, the default and cancel buttons by index, and the signal that withdraws it. */
export type QuestionOptions = Pick<MessageBoxOptions, 'type' | 'defaultId' | 'cancelId' | 'signal'>;

/**
 * Shows a question in front of a window or, if that is undefined or destroyed, on its own.
 * @returns the index of the button that was chosen
 */
export async function showQuestion(
  window: BrowserWindow | undefined,
  { message, detail, buttons }: QuestionText<readonly string[]>,
  behaviour: QuestionOptions,
): Promise<number> {
  const options: MessageBoxOptions = { message, detail, buttons: [...buttons], noLink: true, ...behaviour };
  const { response } = await (window === undefined || window.isDestroyed()
    ? dialog.showMessageBox(options)
    : dialog.showMessageBox(window, options));
  return response;
}
