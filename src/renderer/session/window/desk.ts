import type { DialogueDesk } from '../dialogue/dialogue-desk.ts';
import type { BufferDesk } from '../manuscript/buffer-desk.ts';

/** A tree as the window shows it: as a manuscript or as a conversation (`house.md`, *Two surfaces*). */
export type Desk = BufferDesk | DialogueDesk;
