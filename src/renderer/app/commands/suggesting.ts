/** Suggestions of agents for a manuscript: asking for them, going to them, deciding (`edits.md`). */
import { SUGGESTION_BUTTONS, SUGGESTION_COMMANDS } from '../../../ui-text/suggestions/deciding.ts';
import {
  type Command,
  type CommandContext,
  mod,
  NO_KEYS,
  treeKey,
  withManuscript,
  writableText,
} from './command.ts';

/** The text has suggestions to be decided. */
export const hasSuggestions = ({ manuscript }: CommandContext) => (manuscript?.proposals.left ?? 0) > 0;
const hasCurrent = (context: CommandContext) =>
  writableText(context) && context.manuscript?.proposals.current != null;
const isAskOpen = ({ manuscript }: CommandContext) => manuscript?.proposals.asks.state.get().isOpen === true;

export const suggesting = [
  {
    id: 'proposal.ask',
    title: SUGGESTION_COMMANDS.ask,
    keys: mod('Shift+e'),
    when: writableText,
    run: ({ manuscript }) => manuscript?.proposals.asks.open(),
  },
  {
    id: 'suggestion.next',
    title: SUGGESTION_BUTTONS.next,
    keys: treeKey('j'),
    when: writableText,
    listed: hasSuggestions,
    run: ({ manuscript }) => void manuscript?.proposals.goTo('next'),
  },
  {
    id: 'suggestion.previous',
    title: SUGGESTION_BUTTONS.previous,
    keys: treeKey('k'),
    when: writableText,
    listed: hasSuggestions,
    run: ({ manuscript }) => void manuscript?.proposals.goTo('previous'),
  },
  {
    id: 'suggestion.accept',
    title: SUGGESTION_COMMANDS.accept,
    keys: treeKey('a'),
    once: true,
    when: writableText,
    listed: hasCurrent,
    run: ({ manuscript }) => manuscript?.proposals.accept({ caret: 'after' }),
  },
  {
    id: 'suggestion.reject',
    title: SUGGESTION_COMMANDS.reject,
    keys: treeKey('x'),
    once: true,
    when: writableText,
    listed: hasCurrent,
    run: ({ manuscript }) => manuscript?.proposals.reject(),
  },
  {
    id: 'suggestion.edit',
    title: SUGGESTION_COMMANDS.edit,
    keys: NO_KEYS,
    when: hasCurrent,
    run: ({ manuscript }) => manuscript?.proposals.edit(),
  },
  {
    id: 'suggestion.acceptAll',
    title: SUGGESTION_COMMANDS.acceptAll,
    keys: NO_KEYS,
    when: hasCurrent,
    run: ({ manuscript }) => manuscript?.proposals.acceptAll(),
  },
  {
    id: 'suggestion.rejectAll',
    title: SUGGESTION_COMMANDS.rejectAll,
    keys: NO_KEYS,
    when: hasCurrent,
    run: ({ manuscript }) => manuscript?.proposals.rejectAll(),
  },
  {
    id: 'view.suggestions',
    title: SUGGESTION_COMMANDS.tab,
    inInspector: true,
    keys: NO_KEYS,
    when: withManuscript,
    run: ({ session, manuscript }) => session.proposals.showTab(manuscript),
  },
  {
    id: 'proposal.close',
    title: SUGGESTION_COMMANDS.closeAsk,
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: isAskOpen,
    run: ({ manuscript }) => manuscript?.proposals.asks.close(),
  },
  {
    id: 'suggestion.close',
    title: SUGGESTION_COMMANDS.close,
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: ({ manuscript }) => manuscript?.proposals.bar.get() != null,
    run: ({ manuscript }) => manuscript?.proposals.close(),
  },
] as const satisfies readonly Command[];
