import { useEffect, useState } from 'react';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { SearchResult } from '../../session/window/palette-places.ts';
import type { PaletteQuestion } from '../../session/window/palette-session.ts';
import { CommandBox } from '../../ui/layers/CommandBox.tsx';
import { rank } from '../../ui/rank.ts';
import { useCommands } from '../commands.ts';

/** The command palette, while it is open. */
export function Palette() {
  const state = useStore(useAppSession().palette.state);
  if (state === null) return null;
  if (state.kind === 'commands') return <CommandSearch />;
  return state.kind === 'places' ? <Places /> : <Question question={state.question} />;
}

/** Every command that could be run when it opened: what was run from here before stands first. */
function CommandSearch() {
  const { palette, scene } = useAppSession();
  const access = useCommands();
  const [query, setQuery] = useState('');
  const shown = useStore(scene);
  const [listed, list] = useState(() => ({ shown, commands: access.list() }));
  // Who is quick opens it while the grove is still on its way: what can be done with it comes when it is there.
  if (listed.shown.kind !== shown.kind) list({ shown, commands: access.list() });
  const { commands } = listed;
  const [recent] = useState(() => palette.recent);
  return (
    <CommandBox
      label="Command"
      hint="Type a command"
      query={query}
      items={rank(commands, query, recent).map(({ item, parts }) => ({ id: item.id, parts, note: item.key }))}
      empty={`No command is called “${query.trim()}”.`}
      onQuery={setQuery}
      onChoose={(id) => {
        palette.close();
        palette.remember(id);
        commands.find((command) => command.id === id)?.run();
      }}
      onClose={() => palette.close()}
    />
  );
}

/** Places of the tree, by local id, bookmark or words. */
function Places() {
  const session = useAppSession();
  const { palette } = session;
  const tree = session.findTree();
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isWanted = true;
    void tree?.moving.findPlaces(query).then((places) => isWanted && setFound({ query, places }));
    return () => {
      isWanted = false;
    };
  }, [tree, query]);
  const goTo = async (id: string) => {
    if (tree === null) return;
    // Enter may come before the answer does: what is listed then is of an older text.
    const places = found?.query === query ? found.places : (await tree.moving.findPlaces(query)).slice(0, 1);
    const place = places.find(({ positionId }) => positionId === id) ?? places[0];
    if (place === undefined) return;
    await tree.moving.goTo(place.positionId);
    tree.focusManuscript();
  };
  return (
    <CommandBox
      label="Go to"
      hint="A bookmark, words, or the id of a node"
      query={query}
      items={(found?.places ?? []).map(({ positionId, title, note }) => ({
        id: positionId,
        parts: [{ text: title, matched: false }],
        note,
      }))}
      empty={emptyWords(query, found)}
      onQuery={setQuery}
      onChoose={(id) => {
        palette.close();
        void goTo(id);
      }}
      onClose={() => palette.close()}
    />
  );
}

interface Found {
  readonly query: string;
  readonly places: readonly SearchResult[];
}

/** What was found for an older text stays until the answer comes: nothing flickers. */
function emptyWords(query: string, found: Found | null): string {
  if (found === null || found.query !== query) return 'Looking…';
  return query.trim() === '' ? 'Type to look for a place.' : `Nothing says “${query.trim()}”.`;
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
