/** Committing the draft, undo and redo, pasting plainly, and the checkboxes of a document. */
import { CHECK_OR_UNCHECK } from '../../../ui-text/documents.ts';
import { PASTE_PLAIN } from '../../../ui-text/page/place.ts';
import { type Command, inEdit, mod, writable, writableDocument, writableText } from './command.ts';

export const writing = [
  {
    id: 'draft.commit',
    title: 'Commit the draft',
    keys: mod('s'),
    when: writable,
    // The composer needs no commit: its key announces that.
    listed: (context) => writableText(context) || inEdit(context),
    run: ({ tree, conversation }) => (conversation === null ? tree?.commit() : conversation.commands.save()),
  },
  {
    id: 'edit.undo',
    title: 'Undo',
    keys: mod('z'),
    when: writable,
    run: ({ tree, conversation }) => (conversation === null ? tree?.undo() : conversation.commands.undo()),
  },
  {
    id: 'edit.redo',
    title: 'Redo',
    keys: { mac: ['Meta+Shift+z'], other: ['Ctrl+y', 'Ctrl+Shift+z'] },
    when: writable,
    run: ({ tree }) => tree?.redo(),
  },
  {
    id: 'edit.pastePlain',
    title: PASTE_PLAIN,
    keys: mod('Shift+v'),
    when: writable,
    run: ({ session }) => session.runClipboard('pasteAndMatchStyle'),
  },
  {
    id: 'document.checkbox',
    title: CHECK_OR_UNCHECK,
    keys: mod('l'),
    when: writableDocument,
    run: ({ manuscript }) => manuscript?.commands.toggleCheckboxes(),
  },
] as const satisfies readonly Command[];
