import type { Step } from './conversation-steps.ts';

/** Past failures by what went wrong, each shrunk as far as possible. */
export const KNOWN: Readonly<Record<string, readonly Step[]>> = {
  'an edit vanished when another agent pruned its message': [
    { do: 'edit', pick: 0 },
    { do: 'type', pick: 1, at: 0, length: 0, how: 'type' },
    { do: 'outside', pick: 0 },
  ],
  'a reply that this window did not see stream was not shown if the answer of main was lost': [
    { do: 'lose', times: 1 },
    { do: 'send', agents: 1, waits: false },
    { do: 'lose', times: 3 },
    { do: 'refuse', times: 2, code: 'DISK_FULL', reads: false },
    { do: 'continue', pick: 0, waits: true },
  ],
  'a message stayed in the composer when the answer of main was lost, and another agent had pruned it': [
    { do: 'hold', when: 'before' },
    { do: 'type', pick: 0, at: 999, length: 0, how: 'type' },
    { do: 'send', agents: 0, waits: false },
    { do: 'release' },
    { do: 'outside', pick: 0 },
    { do: 'lose', times: 1 },
  ],
  'the window kept a pruned path if main could not be read just then': [
    { do: 'refuse', times: 1, code: 'IO_ERROR', reads: true },
    { do: 'outside', pick: 0 },
    { do: 'wait', time: 400 },
  ],
  'an edit whose branch was saved stayed open when the reply was lost': [
    { do: 'edit', pick: 1 },
    { do: 'type', pick: 1, at: 0, length: 0, how: 'type' },
    { do: 'lose', times: 1 },
    { do: 'save', pick: 1, how: 'branch', waits: false },
  ],
  'an edit was lost that was opened while the one before it was being saved': [
    { do: 'edit', pick: 1 },
    { do: 'type', pick: 1, at: 0, length: 0, how: 'type' },
    { do: 'refuse', times: 1, code: 'INVALID_ARGUMENT', reads: false },
    { do: 'hold', when: 'before' },
    { do: 'save', pick: 1, how: 'inPlace', waits: false },
    { do: 'turns', count: 25 },
    { do: 'edit', pick: 1 },
    { do: 'type', pick: 1, at: 0, length: 0, how: 'type' },
    { do: 'release' },
    { do: 'wait', time: 400 },
  ],
  'an edit was lost that was open when main refused twice what undo restored': [
    { do: 'edit', pick: 0 },
    { do: 'type', pick: 1, at: 0, length: 0, how: 'type' },
    { do: 'split', pick: 0, at: 3, waits: false },
    { do: 'save', pick: 0, how: 'branch', waits: false },
    { do: 'edit', pick: 0 },
    { do: 'type', pick: 1, at: 999, length: 0, how: 'type' },
    { do: 'outside', pick: 0 },
    { do: 'undo', pick: 0 },
  ],
  'a reply that could not be accepted stayed on the screen if main could not be read just then': [
    { do: 'send', agents: 1, waits: false },
    { do: 'arrive' },
    { do: 'refuse', times: 2, code: 'CONFLICT', reads: true },
    { do: 'move', move: 'nextAlternative', pick: 0, waits: true },
  ],
};
