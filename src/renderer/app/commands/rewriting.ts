/** Other texts in place of a part of a manuscript, and texts that join both sides of the caret. */
import { EXPAND, PUT_BACK, SHORTER } from '../../../ui-text/rewrites.ts';
import { type Command, type CommandContext, NO_KEYS, treeKey, writableText } from './command.ts';

const isOpen = ({ manuscript }: CommandContext) => manuscript?.rewrites.isOpen === true;
const hasSuggestion = ({ manuscript }: CommandContext) => manuscript?.proposals.current != null;
/** A bridge replaces nothing that it could be compared with. */
const hasOriginal = ({ manuscript }: CommandContext) => manuscript?.rewrites.state.get().original !== '';

export const rewriting = [
  {
    id: 'rewrite.selection',
    title: 'Rewrite selection…',
    keys: treeKey('m'),
    when: writableText,
    run: ({ manuscript }) => manuscript?.rewrites.openRewrite(),
  },
  {
    id: 'rewrite.bridge',
    title: 'Bridge',
    keys: treeKey('y'),
    when: writableText,
    run: ({ manuscript }) => manuscript?.rewrites.bridge(),
  },
  {
    id: 'rewrite.shorten',
    title: 'Shorten selection',
    keys: NO_KEYS,
    when: writableText,
    run: ({ manuscript }) => manuscript?.rewrites.rewrite(SHORTER),
  },
  {
    id: 'rewrite.expand',
    title: 'Expand selection',
    keys: NO_KEYS,
    when: writableText,
    run: ({ manuscript }) => manuscript?.rewrites.rewrite(EXPAND),
  },
  {
    id: 'rewrite.through',
    title: 'Continue from here to there',
    keys: NO_KEYS,
    when: writableText,
    run: ({ manuscript }) => manuscript?.rewrites.fromHereToThere(),
  },
  {
    id: 'rewrite.changes',
    title: 'Show the changes of each rewrite',
    keys: NO_KEYS,
    when: (context) => isOpen(context) && hasOriginal(context),
    run: ({ manuscript }) => manuscript?.rewrites.toggleChanges(),
  },
  {
    id: 'rewrite.keep',
    title: 'Keep this rewrite',
    keys: NO_KEYS,
    when: isOpen,
    run: ({ manuscript }) => manuscript?.rewrites.keep(),
  },
  {
    id: 'answer.putBack',
    title: PUT_BACK,
    keys: treeKey('z'),
    once: true,
    when: (context) => isOpen(context) || hasSuggestion(context),
    run: (context) =>
      isOpen(context) ? context.manuscript?.rewrites.putBack() : void context.manuscript?.proposals.putBack(),
  },
  {
    id: 'rewrite.close',
    title: 'Close the rewrite',
    keys: { mac: ['Escape'], other: ['Escape'] },
    when: isOpen,
    run: ({ manuscript }) => manuscript?.rewrites.close(),
  },
] as const satisfies readonly Command[];
