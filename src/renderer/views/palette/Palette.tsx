import { useEffect, useState } from 'react';
import {
  COMMAND,
  firstChoices,
  GO_TO,
  GO_TO_HINT,
  nothingCalled,
  nothingFound,
  nothingMatches,
  PALETTE_HINT,
  TYPE_TO_SEARCH,
} from '../../../ui-text/window/palette.ts';
import { firstPlaces, onlyNewest, SEARCHING } from '../../../ui-text/window/search.ts';
import type { TreeDesk } from '../../session/desk/tree-desk.ts';
import { useAppSession, useStore } from '../../session/hooks.ts';
import { type FoundPositions, MAX_HITS } from '../../session/tree/find-positions.ts';
import type { PaletteChoice, PaletteQuestion } from '../../session/window/palette-session.ts';
import { CommandBox } from '../../ui/layers/CommandBox.tsx';
import { rank } from '../../ui/rank.ts';
import { useCommands } from '../commands.ts';
import { chapterEntries, findEntries, settingEntries } from './palette-entries.ts';

/** The command palette, while it is open. */
export function Palette() {
  const state = useStore(useAppSession().palette.state);
  if (state === null) return null;
  if (state.kind === 'commands') return <CommandSearch />;
  if (state.kind === 'places') return <NodeSearch />;
  return state.kind === 'choice' ? <Which choice={state.choice} /> : <Question question={state.question} />;
}

/**
 * Every command that could run when the palette opened, those last run from here first. A search also finds chapters,
 * settings and, dimmed with the reason, commands that cannot run.
 */
function CommandSearch() {
  const session = useAppSession();
  const { palette, scene, fullPage, notices } = session;
  const access = useCommands();
  const [query, setQuery] = useState('');
  const shown = useStore(scene);
  const listNow = () => ({ commands: access.list(), unavailable: access.listUnavailable() });
  const [listed, list] = useState(() => ({ shown, ...listNow() }));
  // The palette may open before the grove has loaded: list the commands again when it has.
  if (listed.shown.kind !== shown.kind) list({ shown, ...listNow() });
  const { commands, unavailable } = listed;
  const [recent] = useState(() => palette.recent);
  const isSearching = query.trim() !== '';
  const tree = session.findTree();
  const entries = isSearching
    ? [
        ...commands,
        ...(tree === null ? [] : chapterEntries(tree)),
        ...settingEntries((page) => fullPage.set(page)),
      ]
    : commands;
  return (
    <CommandBox
      label={COMMAND}
      hint={PALETTE_HINT}
      query={query}
      items={findEntries(query, entries, unavailable, recent)}
      empty={nothingFound(query.trim())}
      onQuery={setQuery}
      onChoose={(id) => {
        const reason = unavailable.find((command) => command.id === id)?.reason;
        if (reason !== undefined) {
          notices.announce(reason);
          return;
        }
        palette.close();
        if (commands.some((command) => command.id === id)) palette.remember(id);
        entries.find((entry) => entry.id === id)?.run();
      }}
      onClose={() => palette.close()}
    />
  );
}

/** Finds a node by its local id or its bookmark, words wherever they are, and chapters by their titles. */
function NodeSearch() {
  const session = useAppSession();
  const { palette } = session;
  const tree = session.findTree();
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isWanted = true;
    void tree?.navigation.findPositions(query).then((answer) => isWanted && setFound({ query, ...answer }));
    return () => {
      isWanted = false;
    };
  }, [tree, query]);
  const wanted = query.trim().toLowerCase();
  const chapters =
    tree === null ? [] : chapterEntries(tree).filter(({ title }) => title.toLowerCase().includes(wanted));
  const findChosen = async ({ navigation }: TreeDesk, id: string) => {
    // Enter may come before the answer, while the list still shows an older query's results.
    const results =
      found?.query === query ? found.results : (await navigation.findPositions(query)).results.slice(0, 1);
    return results.find((result) => result.id === id) ?? results[0] ?? null;
  };
  return (
    <CommandBox
      label={GO_TO}
      hint={GO_TO_HINT}
      query={query}
      items={[
        ...chapters.map(({ id, title, key }) => ({
          id,
          parts: [{ text: title, matched: false }],
          note: key,
        })),
        ...(found?.results ?? []).map(({ id, title, note }) => ({
          id,
          parts: [{ text: title, matched: false }],
          note,
        })),
      ]}
      empty={emptyMessage(query, found)}
      more={found === null ? '' : moreMessage(found)}
      onQuery={setQuery}
      onChoose={(id) => {
        palette.close();
        const chapter = chapters.find((entry) => entry.id === id);
        if (chapter !== undefined) chapter.run();
        else if (tree !== null) void tree.navigation.goToText(findChosen(tree, id));
      }}
      onClose={() => palette.close()}
    />
  );
}

interface Found extends FoundPositions {
  readonly query: string;
}

/** The remark on entries that the list lacks. */
function moreMessage({ complete, cap }: Found): string {
  if (cap !== null) return onlyNewest(cap.texts);
  return complete ? '' : firstPlaces(MAX_HITS);
}

/** An older query's results stay until the answer arrives, so that nothing flickers. */
function emptyMessage(query: string, found: Found | null): string {
  if (found === null || found.query !== query) return SEARCHING;
  return query.trim() === '' ? TYPE_TO_SEARCH : nothingMatches(query.trim());
}

/** More are found by typing. */
const MAX_CHOICES = 200;

/** Lists the choices of a command's question; a search finds each by its title and by its distinctions. */
function Which({ choice: { label, hint, choices, make } }: { readonly choice: PaletteChoice }) {
  const { palette, notices } = useAppSession();
  const [query, setQuery] = useState('');
  const entries = choices.map(({ id, title, note }) => ({ id, title, note, searchText: note }));
  const made = make?.(query) ?? null;
  const found = rank(entries, query, []);
  return (
    <CommandBox
      label={label}
      hint={hint}
      query={query}
      items={[
        ...found.slice(0, MAX_CHOICES).map(({ item, parts }) => ({ id: item.id, parts, note: item.note })),
        ...(made === null
          ? []
          : [{ id: made.id, parts: [{ text: made.title, matched: false }], note: made.note }]),
      ]}
      empty={nothingCalled(query.trim())}
      more={found.length > MAX_CHOICES ? firstChoices(MAX_CHOICES) : ''}
      onQuery={setQuery}
      onChoose={(id) => {
        palette.close();
        const chosen = made?.id === id ? made : choices.find((choice) => choice.id === id);
        Promise.resolve(chosen?.run()).catch((error: unknown) => notices.report(error));
      }}
      onClose={() => palette.close()}
    />
  );
}

function Question({ question }: { readonly question: PaletteQuestion }) {
  const { palette, notices } = useAppSession();
  const [text, setText] = useState(question.initial);
  const { sentence, fits } = question.explain(text);
  return (
    <CommandBox
      label={question.label}
      hint={question.hint}
      query={text}
      items={fits ? [{ id: 'answer', parts: [{ text: sentence, matched: false }], note: '' }] : []}
      empty={sentence}
      onQuery={setText}
      onChoose={() => {
        palette.close();
        Promise.resolve(question.answer(text)).catch((error: unknown) => notices.report(error));
      }}
      onClose={() => palette.close()}
    />
  );
}
