import type { ClipboardAction } from '../../ipc/contract.ts';
import type { OpenGrove } from '../grove/open-grove.ts';

/** The window behind a request, as the handlers know it; the tests make their own without Electron. */
export interface Caller {
  /** Undefined while the window shows the welcome page. */
  findGrove(): OpenGrove | undefined;
  /** Asks with the system's dialog where to make a grove; null when the writer changed their mind. */
  chooseNewFile(): Promise<string | null>;
  chooseFile(): Promise<string | null>;
  /**
   * Shows the grove at `path`: in this window when it has none, else in a window of its own, and then the answer is
   * null. A grove that is open already has its window brought to the front.
   */
  showGrove(path: string, create: boolean): Promise<OpenGrove | null>;
  /**
   * Asks with the system's dialog where to keep a text, and writes it there; false when the writer changed their mind.
   * @param name of the file, as it is offered; its ending is kept
   * @throws {AspenError} what the disk said
   */
  saveTextFile(name: string, text: string): Promise<boolean>;
  /** Cuts, copies or pastes where the keyboard is in the caller's page. */
  useClipboard(action: ClipboardAction): void;
  /** Fills the screen with the window, or lets it be a window again. */
  toggleFullScreen(): void;
  /** Closes the window whatever is unsaved: the writer was asked. */
  closeAnyway(): void;
  /** Main has all that the page held; the window may close. */
  handedOver(): void;
}
