import { setImmediate } from 'node:timers/promises';
import { countWords } from '../core/text/count-words.ts';
import type { LoomTree } from '../core/tree/loom-tree.ts';
import { kindOfTree, LIST_HEADINGS, PUT_AWAY } from '../ui-text/cli/sentences.ts';
import { type CommandContext, DATA_OPTION, EXIT, oneGrove, parseCommand } from './command-context.ts';
import { readGrove } from './read-grove.ts';
import { printable } from './terminal.ts';

/** A tree as `--json` lists it. */
interface ListedTree extends Pick<LoomTree, 'id' | 'title' | 'kind' | 'mode'> {
  /** Of the text that the writer's path shows. */
  readonly words: number;
  readonly archived?: true;
  /** The id of the tree that the conversation is about. */
  readonly topic?: string;
}

/** `aspen list`: the trees of a grove. */
export async function listCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseCommand(args, DATA_OPTION);
  const { terminal, signal } = context;
  const trees = await readGrove(oneGrove(positionals), values.data, context, async ({ grove }) => {
    const listed: ListedTree[] = [];
    for (const { id, title, kind, mode, archivedAt, topicTreeId } of grove.trees.list()) {
      await setImmediate();
      signal.throwIfAborted();
      listed.push({
        id,
        title,
        kind,
        mode,
        words: countWords(grove.exportPath(id, true).path.text),
        ...(archivedAt === null ? {} : { archived: true }),
        ...(topicTreeId === null ? {} : { topic: topicTreeId }),
      });
    }
    return listed;
  });
  await (values.json ? terminal.writeJson({ trees }) : terminal.write(tableOf(trees)));
  return EXIT.ok;
}

function tableOf(trees: readonly ListedTree[]): string {
  const rows = trees.map(({ id, title, kind, mode, words, archived }) => [
    id,
    [kindOfTree(kind, mode === 'dialogue'), ...(archived ? [PUT_AWAY] : [])].join(', '),
    words.toLocaleString('en'),
    printable(title),
  ]);
  const lines = [LIST_HEADINGS, ...rows];
  const widths = LIST_HEADINGS.map((_heading, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0)));
  const [idWidth = 0, kindWidth = 0, wordsWidth = 0] = widths;
  return lines
    .map(([id = '', kind = '', words = '', title = '']) =>
      [id.padEnd(idWidth), kind.padEnd(kindWidth), words.padStart(wordsWidth), title].join('  '),
    )
    .map((line) => `${line}\n`)
    .join('');
}
