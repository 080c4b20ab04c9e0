/** The words written day by day, and the targets of a story. */
import { countOf } from './plural.ts';
import { dayOf } from './time.ts';

export const PROGRESS = 'Progress';
export const PROGRESS_SECTIONS = { days: 'Words a day', targets: 'Targets' } as const;
export const PROGRESS_LIST = 'Parts of the progress';
export const CLOSE_PROGRESS = 'Close progress';
export const COUNTING = 'Counting…';
export const NOT_COUNTED = 'The words were not counted.';
export const COUNT_AGAIN = 'Count again';
export const NOTHING_WRITTEN = 'Nothing has been written here yet. Imported text does not count.';

export const COUNTED = 'What to count';
export const COUNTED_OPTIONS = { net: 'In the story', written: 'All that was written' } as const;
export const COUNTED_HINTS = {
  net: 'What came into the story, less what was deleted from it. A day ends at four in the morning.',
  written: 'On every branch, also what was deleted since. A day ends at four in the morning.',
} as const;
export const WHOSE = 'Whose words';
export const EVERYONE = 'Everyone’s';

export const FIGURES = {
  today: 'today',
  week: 'in the last seven days',
  best: 'on the best day',
  all: 'in all',
} as const;
export const AUTHOR_COLUMNS = ['Author', 'Today', 'Last seven days', 'In all'] as const;
export const DAY_BY_DAY = 'Day by day';
export const DAY_COLUMNS = { day: 'Day', all: 'All' } as const;
export const BY_AUTHOR = 'Words by author';

/** As `1,204 words`. */
export const wordsText = (words: number) => countOf(words, 'word');
/** @param day its beginning, in milliseconds */
export const wordsOnDay = (day: number, words: number) => `${dayOf(day)}: ${wordsText(words)}`;
export const calendarName = (from: number, to: number) =>
  `Words a day from ${dayOf(from)} to ${dayOf(to)}. “${DAY_BY_DAY}” has the numbers.`;
export const lineName = (from: number, to: number, words: number) =>
  `The words from ${dayOf(from)} to ${dayOf(to)}, ${wordsText(words)} at the end.`;
/** Beside the rows of the calendar. */
export const WEEKDAYS = { Monday: 'Mon', Wednesday: 'Wed', Friday: 'Fri' } as const;

export const STORY_TARGET = 'The story';
export const STORY_WORDS = 'Words in all';
export const STORY_BY = 'Finished by';
export const STORY_BY_HINT = 'Leave it empty for no date.';
export const PART_TARGETS = 'Chapters and parts';
export const PART_TARGETS_HINT = 'A target stays with its heading, wherever that moves.';
export const NO_PARTS = 'Once the text has headings, each part of it can have a target.';
export const SESSION_TARGET = 'Words per session…';
export const NOT_A_NUMBER = 'A number of words, such as 3000; 0 for none.';

/** `41,200 of 80,000 words`. */
export const ofTarget = (words: number, target: number) =>
  `${words.toLocaleString('en')} of ${wordsText(target)}`;

/** The words that a target leaves to write, and how many that is a day. @param days until the end of the last, today included; null without a date */
export function leftText(left: number, days: number | null): string {
  if (left <= 0) return 'The target is reached.';
  const all = `${wordsText(left)} left`;
  if (days === null) return `${all}.`;
  if (days <= 0) return `${all}; the day has passed.`;
  if (days === 1) return `${all}, today.`;
  return `${all}: ${wordsText(Math.ceil(left / days))} a day for ${days.toLocaleString('en')} days.`;
}
