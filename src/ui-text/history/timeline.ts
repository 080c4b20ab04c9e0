/** The texts of the time line (`layers.md`, *The time line*). */
import type { LayerReason } from '../../core/history/layer-reason.ts';
import { countOf } from '../plural.ts';
import { recentDateAndTime } from '../time.ts';

export const TIME_LINE = 'Time line';
/** The accessible name of the text that is shown in place of the manuscript. */
export const PAST_TEXT = 'Manuscript as it was';
export const NOW = 'Now';

/** Reasons of moments in the time line. */
const REASONS: Readonly<Record<LayerReason, string>> = {
  begin: 'beginning',
  commit: 'commit',
  switch: 'switch',
  version: 'version',
  move: 'move',
  arrival: 'continuation',
  prune: 'set aside',
  undo: 'undo',
  redo: 'redo',
  restore: 'brought back',
  import: 'import',
  merge: 'merge',
  draft: 'typing',
  other: 'another program',
  rebuilt: 'rebuilt',
  run: 'prompt',
  level: 'prompts left out',
};

interface MomentToDescribe {
  /** Milliseconds since 1970 UTC. */
  readonly time: number;
  readonly reason: LayerReason;
  readonly label: string | null;
  /** Null while they are not counted. */
  readonly words: number | null;
}

/** As `14 March, 21:40 · commit · 1,204 words`. @param now decides whether the year is shown */
export function momentText({ time, reason, label, words }: MomentToDescribe, now: number): string {
  const parts = [recentDateAndTime(time, now), ...(label === null ? [] : [`“${label}”`]), REASONS[reason]];
  return [...parts, ...(words === null ? [] : [countOf(words, 'word')])].join(' · ');
}

/** As `Now · 1,204 words`. */
export function nowText(words: number | null): string {
  return words === null ? NOW : `${NOW} · ${countOf(words, 'word')}`;
}

/** A layer's reason, in a list of layers. */
export function reasonName(reason: LayerReason): string {
  return REASONS[reason];
}

export const TIMELINE_BUTTONS = {
  close: 'Close the time line',
  compare: 'Compare',
  restorePassage: 'Bring back passage',
  restoreAll: 'Bring back all',
  trace: 'How this came about',
  replay: 'Replay',
  mark: 'Mark',
  closePanel: 'Close',
  stop: 'Stop',
  fixMoment: 'Compare from here',
  chain: 'Whose',
} as const;

/** The titles of commands. */
export const TIMELINE_COMMANDS = {
  open: TIME_LINE,
  close: TIMELINE_BUTTONS.close,
  earlier: 'Earlier moment',
  later: 'Later moment',
  earlierSession: 'Earlier session',
  laterSession: 'Later session',
  first: 'First moment',
  now: 'Back to now',
  goToMark: 'Go to a marked moment…',
  mark: 'Mark this moment…',
  compare: 'Compare moments',
  restorePassage: 'Bring back the selected passage',
  restoreAll: 'Bring back all of this moment',
  trace: TIMELINE_BUTTONS.trace,
  replay: 'Replay from this moment',
} as const;

export const REPLAY_PACE = 'Pace';
export const REPLAY_PACES = { slow: 'Slow', steady: 'Steady', fast: 'Fast' } as const;

export const REBUILT =
  'This moment was rebuilt from the log: what was written is exact, but other branches and versions may have been shown.';
export const NO_LAYERS = 'There is nothing earlier yet. The time line grows as you write.';
export const READING_LAYERS = 'Reading the time line…';

export const SELECT_TO_RESTORE = 'In an earlier text, select the passage to bring back first.';
export const CHOOSE_MOMENT = 'Go to an earlier moment first.';
export const SELECT_TO_TRACE = 'Select a passage first.';
export const PASSAGE_IS_THE_SAME = 'The passage reads the same now.';
export const PASSAGE_RESTORED = 'The passage is back. Undo reverts this.';
export const WRITING_IS_SAVED = 'Your text is being committed. Try again in a moment.';
export const ALL_RESTORED = 'All of it is back. Undo reverts this.';
export const NOTHING_TO_REPLAY = 'There is nothing to replay.';
export const REPLAY_ENDED = 'Replay ended.';
export const NO_MARK_OF_OTHERS = 'Only moments of your own line can be marked.';

/** Announced when a moment was labelled. */
export function momentMarked(label: string): string {
  return label === '' ? 'The mark was removed.' : `Marked as “${label}”. It is kept forever.`;
}

/** The question for a label. */
export const MARK_QUESTION = {
  label: 'Name of this moment',
  hint: 'A name; this moment is then kept forever',
  empty: 'A moment needs a name.',
  remove: 'Remove the mark',
} as const;

export const MARK_CHOICE = { label: 'A marked moment', verb: 'Go to' } as const;

// Comparing

export const COMPARISON = 'Comparison';
export const SAME_MOMENT = 'This compares a moment with now. Go to an earlier one.';
export const SAME_TEXT = 'The text is the same.';
export const COMPARING = 'Comparing…';
export const BLOCK_KINDS = {
  added: 'Added',
  removed: 'Removed',
  movedFrom: 'Moved from here',
  movedTo: 'Moved here',
  changed: 'Changed',
} as const;

/** The heading: from the earlier moment to the later one. */
export function comparisonTitle(from: string, to: string): string {
  return `${from} → ${to}`;
}

/** In place of unchanged blocks. */
export function blocksLeftOut(count: number): string {
  return `${countOf(count, 'paragraph')} the same`;
}

// Tracing

export const TRACE = TIMELINE_BUTTONS.trace;
export const TRACING = 'Looking back…';
export const TRACED_NOTHING = 'The time line says nothing about this passage.';
export const NOT_THERE_YET = 'not there yet';
export const REMOVED_THEN = 'removed';

/** Number of layers that touched the passage. */
export function tracedCount(count: number): string {
  return `${countOf(count, 'moment')} changed this`;
}

/** The owner of a past line. @param merged whether a merge added it */
export function chainName(agent: string, isOwn: boolean, merged: boolean): string {
  if (isOwn) return 'Yours, here';
  return merged ? `Merged from ${agent}` : agent;
}
