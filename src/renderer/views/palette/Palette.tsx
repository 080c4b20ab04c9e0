import { useState } from 'react';
import { useAppSession, useStore } from '../../session/hooks.ts';
import type { PaletteQuestion } from '../../session/palette-session.ts';
import { CommandBox } from '../../ui/CommandBox.tsx';
import { rank } from '../../ui/rank.ts';
import { useCommands } from '../commands.ts';

/** The command palette, while it is open. */
export function Palette() {
  const state = useStore(useAppSession().palette.state);
  if (state === null) return null;
  return state.kind === 'commands' ? <CommandSearch /> : <Question question={state.question} />;
}

/** Every command that could be run when it opened: what was run from here before stands first. */
function CommandSearch() {
  const { palette } = useAppSession();
  const access = useCommands();
  const [query, setQuery] = useState('');
  const [commands] = useState(() => access.list());
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
