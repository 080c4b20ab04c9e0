import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PositionId } from '../../../src/core/ids.ts';
import {
  createNavigationHistory,
  type NavigationHistory,
} from '../../../src/renderer/session/window/navigation-history.ts';
import { SearchSession } from '../../../src/renderer/session/window/search-session.ts';
import { NO_TAGS } from '../../helpers/no-tags.ts';
import { openWritingDesk, type WritingDesk } from './writing-desk.ts';

/** Commands that go to a place and then move the keyboard to its text. */

beforeEach(() => void vi.useFakeTimers());
afterEach(async () => {
  document.body.replaceChildren();
  // A frame that waited for fake time would keep jsdom from running frames for the tests after this one.
  await vi.advanceTimersByTimeAsync(100);
  vi.useRealTimers();
});

interface Window extends WritingDesk {
  readonly first: PositionId;
  readonly places: NavigationHistory;
  readonly search: SearchSession;
}

/** The writer has gone to the end from `One. `, and searched for `one`. */
async function open(): Promise<Window> {
  const opened = await openWritingDesk(['One. ', 'Two. ']);
  const { desk, tree, notices, settle, select, view } = opened;
  const shown = { notices, findTree: () => tree, findDeskOf: () => ({ tree }), showTree: async () => {} };
  const places = createNavigationHistory({ ...shown, hasTree: () => true, untilShown: async () => {} });
  const client = { call: desk.call.bind(desk), on: () => () => {} };
  const flush = () => tree.draft.flush();
  const search = new SearchSession({
    ...shown,
    client,
    flush,
    showNotes: () => {},
    tagFilter: NO_TAGS.filter,
    showPane: () => {},
  });
  await settle();
  select(2);
  const place = tree.navigation.findPlace();
  if (place !== null) places.record(place);
  select(view.state.doc.length);
  search.setQuery({ text: 'one' });
  await settle();
  return { ...opened, first: await desk.positionAt(0), places, search };
}

describe.each<[string, (window: Window) => Promise<void>]>([
  ['going back', ({ places }) => places.go(-1)],
  ['going to a search result', ({ search }) => search.goToActive()],
  ['going to a node', ({ tree, first }) => tree.navigation.goToText(first)],
  [
    'going to a node that is still searched for',
    ({ tree, first }) => tree.navigation.goToText(Promise.resolve(first)),
  ],
  ['opening a node from the outline', ({ tree }) => tree.outlineActions.edit()],
])('%s', (_what, go) => {
  async function openBesideField() {
    const window = await open();
    const [from, field] = [1, 2].map(() => document.body.appendChild(document.createElement('input')));
    from?.focus();
    return { window, field };
  }

  it('moves the keyboard to the text', async () => {
    const { window } = await openBesideField();
    await go(window);
    expect(document.activeElement).toBe(window.view.contentDOM);
  });

  it('leaves the keyboard in a field that the writer went to meanwhile', async () => {
    const { window, field } = await openBesideField();
    const going = go(window);
    field?.focus();
    await going;
    await window.settle();
    expect(document.activeElement).toBe(field);
  });
});

it('an Enter in the search before the answer goes nowhere once the writer has left the field', async () => {
  const { search, view, settle } = await open();
  const field = document.body.appendChild(document.createElement('input'));
  field.focus();
  search.setQuery({ text: 'one.' });
  await search.goToActive();
  view.focus();
  await settle();
  expect(search.state.get().results).toHaveLength(1);
  expect(view.state.selection.main.head).toBe('One. Two. '.length);
});
