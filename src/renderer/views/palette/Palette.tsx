import { useEffect, useState } from 'react';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { TreeDesk } from '../../session/tree/tree-desk.ts';
import type { PositionResult } from '../../session/window/find-positions.ts';
import type { PaletteQuestion } from '../../session/window/palette-session.ts';
import { CommandBox } from '../../ui/layers/CommandBox.tsx';
import { rank } from '../../ui/rank.ts';
import { useCommands } from '../commands.ts';

/** The command palette, while it is open. */
export function Palette() {
  const state = useStore(useAppSession().palette.state);
  if (state === null) return null;
  if (state.kind === 'commands') return <CommandSearch />;
  return state.kind === 'places' ? <NodeSearch /> : <Question question={state.question} />;
}

/** Every command that could run when the palette opened, those last run from here first. */
function CommandSearch() {
  const { palette, scene } = useAppSession();
  const access = useCommands();
  const [query, setQuery] = useState('');
  const shown = useStore(scene);
  const [listed, list] = useState(() => ({ shown, commands: access.list() }));
  // The palette may open before the grove has loaded: list the commands again when it has.
  if (listed.shown.kind !== shown.kind) list({ shown, commands: access.list() });
  const { commands } = listed;
  const [recent] = useState(() => palette.recent);
  return (
    <CommandBox
      label="Command"
      hint="Type a command"
      query={query}
      items={rank(commands, query, recent).map(({ item, parts }) => ({ id: item.id, parts, note: item.key }))}
      empty={`No command matches “${query.trim()}”.`}
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

/** Finds a node by its local id, its bookmark or its words. */
function NodeSearch() {
  const session = useAppSession();
  const { palette } = session;
  const tree = session.findTree();
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  useEffect(() => {
    let isWanted = true;
    void tree?.navigation
      .findPositions(query)
      .then((results) => isWanted && setFound({ query, results: results }));
    return () => {
      isWanted = false;
    };
  }, [tree, query]);
  const findChosen = async ({ navigation }: TreeDesk, id: string) => {
    // Enter may come before the answer, while the list still shows an older query's results.
    const results =
      found?.query === query ? found.results : (await navigation.findPositions(query)).slice(0, 1);
    return (results.find(({ positionId }) => positionId === id) ?? results[0])?.positionId ?? null;
  };
  return (
    <CommandBox
      label="Go to"
      hint="A bookmark, words, or a node’s id"
      query={query}
      items={(found?.results ?? []).map(({ positionId, title, note }) => ({
        id: positionId,
        parts: [{ text: title, matched: false }],
        note,
      }))}
      empty={emptyMessage(query, found)}
      onQuery={setQuery}
      onChoose={(id) => {
        palette.close();
        if (tree !== null) void tree.navigation.goToText(findChosen(tree, id));
      }}
      onClose={() => palette.close()}
    />
  );
}

interface Found {
  readonly query: string;
  readonly results: readonly PositionResult[];
}

/** An older query's results stay until the answer arrives, so that nothing flickers. */
function emptyMessage(query: string, found: Found | null): string {
  if (found === null || found.query !== query) return 'Searching…';
  return query.trim() === '' ? 'Type to search.' : `Nothing matches “${query.trim()}”.`;
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
