/** Import, export and printing. */
import { UNAVAILABLE } from '../../../ui-text/window/palette.ts';
import {
  type Command,
  type CommandContext,
  findDocument,
  mod,
  NO_KEYS,
  withManuscript,
  withTree,
  writableText,
} from './command.ts';

/** Import needs only a writable grove, even while a full page covers the tree. */
const withGrove = ({ session }: CommandContext) => {
  const scene = session.scene.get();
  return scene.kind === 'grove' && !scene.grove.readOnly;
};

const showExport = ({ session, manuscript }: CommandContext) => {
  if (manuscript === null) return;
  const { tree, commands } = manuscript;
  session.fullPage.set({ kind: 'export', treeId: tree.treeId, selection: commands.selection() });
};

export const exchanging = [
  {
    id: 'exchange.importTexts',
    title: 'Import Markdown or text…',
    keys: NO_KEYS,
    when: withGrove,
    why: () => UNAVAILABLE.readOnly,
    run: ({ session }) => session.exchange.importTexts(),
  },
  {
    id: 'exchange.importHistories',
    title: 'Import a history…',
    keys: NO_KEYS,
    when: withGrove,
    why: () => UNAVAILABLE.readOnly,
    run: ({ session }) => session.exchange.importHistories(),
  },
  {
    id: 'exchange.book',
    title: 'Book…',
    keys: NO_KEYS,
    when: (context) => writableText(context) && findDocument(context) === null,
    run: ({ session, manuscript }) => {
      if (manuscript !== null) session.fullPage.set({ kind: 'book', treeId: manuscript.tree.treeId });
    },
  },
  {
    id: 'exchange.export',
    title: 'Export…',
    keys: NO_KEYS,
    when: withManuscript,
    run: showExport,
  },
  {
    id: 'exchange.exportAgain',
    title: 'Export again…',
    keys: mod('e'),
    when: withManuscript,
    run: (context) => {
      const { session, manuscript } = context;
      const treeId = manuscript?.tree.treeId;
      if (treeId === undefined || !session.exchange.wasExported(treeId)) return showExport(context);
      return session.exchange.exportChosen(session.exchange.choiceOf(treeId));
    },
  },
  {
    id: 'exchange.exportMarkdown',
    title: 'Export as Markdown…',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.exchange.exportAs('markdown'),
  },
  {
    id: 'exchange.exportPlainText',
    title: 'Export as plain text…',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.exchange.exportAs('plainText'),
  },
  {
    id: 'exchange.exportTyped',
    title: 'Export the text as typed…',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.exchange.exportAs('typed'),
  },
  {
    id: 'exchange.exportHtml',
    title: 'Export as a web page (HTML) that shows who wrote what…',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.exchange.exportAs('html'),
  },
  {
    id: 'exchange.exportEpub',
    title: 'Export as an e-book (EPUB)…',
    keys: NO_KEYS,
    when: withManuscript,
    run: ({ session }) => session.exchange.exportAs('epub'),
  },
  {
    id: 'exchange.exportDocx',
    title: 'Export as a Word document (DOCX)…',
    keys: NO_KEYS,
    when: withManuscript,
    run: ({ session }) => session.exchange.exportAs('docx'),
  },
  {
    id: 'exchange.exportPdf',
    title: 'Export as PDF…',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.exchange.exportAs('pdf'),
  },
  {
    id: 'exchange.exportBranches',
    title: 'Export every branch…',
    keys: NO_KEYS,
    when: withManuscript,
    run: ({ session }) => session.exchange.exportAs('branches'),
  },
  {
    id: 'exchange.exportDocuments',
    title: 'Export the documents for Obsidian…',
    keys: NO_KEYS,
    when: withManuscript,
    run: ({ session }) => session.exchange.exportAs('documents'),
  },
  {
    id: 'exchange.report',
    title: 'How much of this is mine',
    keys: NO_KEYS,
    when: withManuscript,
    run: ({ session, manuscript }) => {
      if (manuscript !== null) session.fullPage.set({ kind: 'report', treeId: manuscript.tree.treeId });
    },
  },
  {
    id: 'exchange.exportTree',
    title: 'Export the tree as JSON…',
    keys: NO_KEYS,
    when: withTree,
    run: ({ session }) => session.exchange.exportTree(),
  },
  {
    id: 'exchange.exportHistory',
    title: 'Export the history…',
    keys: NO_KEYS,
    when: withManuscript,
    run: ({ session }) => session.exchange.exportHistory('versions'),
  },
  {
    id: 'exchange.exportExecutions',
    title: 'Export the history of prompt results…',
    keys: NO_KEYS,
    when: withManuscript,
    run: ({ session }) => session.exchange.exportHistory('executions'),
  },
  {
    id: 'exchange.exportLevels',
    title: 'Export the history of prompts…',
    keys: NO_KEYS,
    when: withManuscript,
    run: ({ session }) => session.exchange.exportHistory('levels'),
  },
  {
    id: 'exchange.print',
    title: 'Print…',
    keys: mod('p'),
    when: withTree,
    run: ({ session }) => session.exchange.print(),
  },
] as const satisfies readonly Command[];
