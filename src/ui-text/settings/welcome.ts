/** The page of a window without a grove. */

export const PROGRAM = 'Aspen Grove';
export const MOTTO = 'Write a story, ask how it might go on, and keep every branch.';
export const NEW_GROVE = 'New grove';
export const NEW_CONVERSATION = 'New conversation';
export const OPEN = 'Open…';
export const SAMPLE_GROVE = 'Sample grove';
export const NEW_HERE = 'New here?';
export const FIRST_STEPS = 'First steps';
export const FIRST_STEPS_ARE_SHORT = 'takes a minute, inside a tree.';
export const RECENT = 'Recent';
export const NO_LONGER_THERE = 'no longer there';
export const removeFromList = (name: string) => `Remove ${name} from this list`;
