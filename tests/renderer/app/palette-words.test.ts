import { expect, it } from 'vitest';
import { commandAccessTo } from '../../../src/renderer/app/command-access.ts';
import { commands } from '../../../src/renderer/app/commands.ts';
import { EffectiveKeys } from '../../../src/renderer/app/shortcuts/effective-keys.ts';
import { defaultPreferences } from '../../../src/renderer/session/settings/preferences-session.ts';
import { findEntries, settingEntries } from '../../../src/renderer/views/palette/palette-entries.ts';
import { sections } from '../../../src/renderer/views/settings/settings-sections.tsx';
import { COMMAND_NEEDS, COMMAND_WORDS, SETTING_NAMES } from '../../../src/ui-text/window/palette.ts';
import { turnClockByHand } from '../../helpers/clock.ts';
import { openWindowDesk } from '../session/window-desk.ts';

turnClockByHand();

it('what the palette says of commands and settings is of some that exist', () => {
  const ids = new Set<string>(commands.map(({ id }) => id));
  const named = [...Object.keys(COMMAND_NEEDS), ...Object.keys(COMMAND_WORDS)];
  expect(named.filter((id) => !ids.has(id))).toEqual([]);
  const settings = sections.flatMap(({ id, settings, experts = [] }) => [
    id,
    ...[...settings, ...experts].map(({ name }) => `${id} ${name}`),
  ]);
  expect(Object.keys(SETTING_NAMES).filter((id) => !settings.includes(id))).toEqual([]);
});

const TEXT = '# One\n\nThe lake froze.\n\n***\n\nIt snowed.\n\n# Two\n\nRain.';

/** The words that writers type most, and the title that is found first with the caret in a text. */
const LIKELIEST: readonly (readonly [typed: string, found: string])[] = [
  ['new', 'New tree'],
  ['open', 'Open…'],
  ['save', 'Save As…'],
  ['close', 'Close the window'],
  ['import', 'Import Markdown or text…'],
  ['export', 'Export…'],
  ['print', 'Print…'],
  ['pdf', 'Export as PDF…'],
  ['word', 'Settings: Words per session'],
  ['word count', 'Settings: Words per session'],
  ['title', 'Rename this tree…'],
  ['rename', 'Rename this tree…'],
  ['chapter', 'Next chapter'],
  ['scene', 'Scenes'],
  ['corkboard', 'Scenes'],
  ['outline', 'Outline tab'],
  ['map', 'Outline tab: map'],
  ['tree', 'Outline tab'],
  ['find', 'Find'],
  ['replace', 'Find and replace'],
  ['search', 'Search the grove'],
  ['undo', 'Undo'],
  ['redo', 'Redo'],
  ['paste', 'Paste as plain text'],
  ['bold', 'Settings: Show Markdown'],
  ['heading', 'Next chapter'],
  ['font', 'Settings: Font'],
  ['zoom', 'Larger text'],
  ['dark', 'Theme: dark'],
  ['theme', 'Settings: Theme'],
  ['spelling', 'Settings: Check spelling'],
  ['language', 'Language of this tree…'],
  ['focus', 'Focus mode'],
  ['typewriter', 'Typewriter scrolling'],
  ['colour', 'Authorship colours'],
  ['note', 'Add a note'],
  ['comment', 'Add a note'],
  ['bookmark', 'Bookmark'],
  ['generate', 'Generate'],
  ['continue', 'Generate'],
  ['write', 'Generate'],
  ['model', 'Connect a model'],
  ['agent', 'Settings: Agents'],
  ['key', 'Connect a model'],
  ['rewrite', 'Rewrite selection…'],
  ['shorten', 'Shorten selection'],
  ['edit', 'Ask for an edit…'],
  ['proofread', 'Ask for an edit…'],
  ['suggest', 'Ask for an edit…'],
  ['accept', 'Accept the suggestion'],
  ['version', 'Previous version'],
  ['history', 'Time line'],
  ['time', 'Time line'],
  ['backup', 'Open a copy from…'],
  ['restore', 'Open a copy from…'],
  ['delete', 'Set aside'],
  ['archive', 'Put this tree away'],
  ['branch', 'Split and start a branch here by a model'],
  ['split', 'Split here'],
  ['alternative', 'Next alternative'],
  ['next', 'Next alternative'],
  ['conversation', 'New conversation'],
  ['chat', 'New conversation'],
  ['prompt', 'Run this prompt'],
  ['memory', 'Sent tab'],
  ['context', 'Sent tab'],
  ['token', 'Token probabilities'],
  ['temperature', 'Settings: Agents'],
  ['settings', 'Settings'],
  ['lore', 'Try a key'],
  ['shortcuts', 'Keyboard shortcuts'],
  ['keys', 'Keyboard shortcuts'],
  ['help', 'Help: the loom'],
  ['glossary', 'Help: words'],
  ['welcome', 'Welcome page'],
  ['sample', 'Sample grove'],
  ['document', 'Document tab'],
  ['character', 'New document…'],
  ['duplicate', 'Duplicate this tree'],
  ['share', 'Share a copy…'],
  ['merge', 'Merge a copy into this grove…'],
  ['move', 'Move this tree to another grove…'],
  ['privacy', 'Settings: Privacy'],
  ['update', 'Look for a newer version'],
  ['cost', 'Settings: Usage'],
  ['summary', 'Settings: Summaries'],
  ['stop', 'Stop'],
  ['go', 'Go to…'],
  ['back', 'Go back'],
  ['forward', 'Go forward'],
  ['parent', 'Passage before'],
  ['passage', 'Passage tab'],
  ['inspector', 'Inspector'],
  ['sidebar', 'Grove pane'],
  ['goal', 'Targets…'],
  ['progress', 'Progress: words a day'],
  ['quote', 'Settings: Smart punctuation'],
  ['markdown', 'Export as Markdown…'],
  ['epub', 'Export as an e-book (EPUB)…'],
  ['docx', 'Export as a Word document (DOCX)…'],
  ['html', 'Export as a web page (HTML) that shows who wrote what…'],
  ['json', 'Export the tree as JSON…'],
  ['sibling', 'Next alternative'],
  ['quit', 'Close the window'],
  ['exit', 'Close the window'],
  ['copy', 'Duplicate the grove…'],
];

it('finds what a writer means by the likeliest words', async () => {
  const { session, manuscript, settle } = await openWindowDesk(TEXT);
  await session.findTree()?.commit();
  await settle();
  manuscript().focus();
  await settle();
  const access = commandAccessTo(session, new EffectiveKeys(commands, defaultPreferences.shortcuts, 'linux'));
  const entries = [...access.list(), ...settingEntries(() => undefined)];
  const first = (typed: string) => {
    const [found] = findEntries(typed, entries, access.listUnavailable(), []);
    return found?.parts.map(({ text }) => text).join('');
  };
  const found = LIKELIEST.map(([typed]) => [typed, first(typed)]);
  expect(found).toEqual(LIKELIEST);
});

it('lists the commands of what the writer is doing first', async () => {
  const { session, manuscript, settle } = await openWindowDesk(TEXT);
  const access = commandAccessTo(session, new EffectiveKeys(commands, defaultPreferences.shortcuts, 'linux'));
  const first = () => access.list()[0]?.title;
  manuscript().focus();
  await settle();
  expect(first()).toBe('Generate');
  await session.findTree()?.commit();
  await settle();
  manuscript().moveCaretInto(0, 7, 15);
  await settle();
  expect(first()).toBe('Rewrite selection…');
  await session.trees.create('dialogue');
  await settle();
  expect(first()).toBe('Edit this message');
});
