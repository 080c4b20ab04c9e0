import { EventEmitter } from 'node:events';
import type { NodeId, TreeId } from '../../core/ids.ts';
import type { SaveState } from '../../ipc/wire/grove.ts';

/** Signals between the parts of an open grove. The sender waits for all listeners. */
interface Signals {
  /** The window needs a new snapshot of the grove. */
  changed: [];
  /** The saving state of a draft. */
  saved: [SaveState];
  /** The text that the window shows of a tree was written or replaced. */
  text: [TreeId];
  /** The window shows another tree than this one now. */
  left: [TreeId];
  /** Someone was shown the beginning of a text in place of a summary. */
  summaryWanted: [TreeId, NodeId | null];
  /** SQLite reports the file as malformed. */
  malformed: [];
  /** The file is damaged: nothing more is written to it. */
  damaged: [];
  /** The grove switched to another file. */
  moved: [];
}

/** Connects the parts of an open grove, so that none needs one that is made after it. */
export class GroveSignals extends EventEmitter<Signals> {}
