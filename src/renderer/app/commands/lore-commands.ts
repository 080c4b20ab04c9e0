/** Lore: using a document as it, making some of a selection, and trying its keys. */
import { MAKE_LORE, STOP_USING_AS_LORE, TRY_A_KEY, USE_AS_LORE } from '../../../ui-text/lore.ts';
import { isLore } from '../../session/tree/lore-entries.ts';
import {
  type Command,
  type CommandContext,
  NO_KEYS,
  withTree,
  writableDocument,
  writableText,
} from './command.ts';

const isUsed = ({ tree }: CommandContext) => tree !== null && isLore(tree.texts.store.get().lore);

export const lore = [
  {
    id: 'lore.use',
    title: USE_AS_LORE,
    keys: NO_KEYS,
    when: (context) => writableDocument(context) && !isUsed(context),
    run: ({ tree }) => tree?.loreEntries.use(true),
  },
  {
    id: 'lore.stop',
    title: STOP_USING_AS_LORE,
    keys: NO_KEYS,
    when: (context) => writableDocument(context) && isUsed(context),
    run: ({ tree }) => tree?.loreEntries.use(false),
  },
  {
    id: 'lore.make',
    title: MAKE_LORE,
    keys: NO_KEYS,
    when: (context) => writableText(context) && (context.manuscript?.summary.get()?.selectionWords ?? 0) > 0,
    run: ({ session, manuscript }) => session.lore.makeOf(manuscript?.commands.selectedText() ?? ''),
  },
  {
    id: 'lore.try',
    title: TRY_A_KEY,
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.lore.startTrying(),
  },
] as const satisfies readonly Command[];
