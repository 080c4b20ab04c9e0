import { PUT_AWAY, TAG_HEADINGS } from '../ui-text/cli/sentences.ts';
import { type CommandContext, DATA_OPTION, EXIT, oneGrove, parseCommand } from './command-context.ts';
import { readGrove } from './read-grove.ts';
import { printable } from './terminal.ts';

/** A tag as `--json` lists it. */
interface ListedTag {
  readonly id: string;
  readonly name: string;
  readonly color: string | null;
  /** The passages, notes and trees that it is on. */
  readonly count: number;
  readonly archived?: true;
  /** The id of the tag that it was merged into. */
  readonly mergedInto?: string;
}

/** `aspen tags`: the tags of a grove, by name. */
export async function tagsCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseCommand(args, DATA_OPTION);
  const { terminal } = context;
  const tags = await readGrove(oneGrove(positionals), values.data, context, async ({ grove }) =>
    grove.tags.list().tags.map(
      ({ tagId, name, color, count, isArchived, mergedInto }): ListedTag => ({
        id: tagId,
        name,
        color,
        count,
        ...(isArchived ? { archived: true } : {}),
        ...(mergedInto === null ? {} : { mergedInto }),
      }),
    ),
  );
  await (values.json ? terminal.writeJson({ tags }) : terminal.write(tableOf(tags)));
  return EXIT.ok;
}

function tableOf(tags: readonly ListedTag[]): string {
  const rows = tags.map(({ name, count, archived }) => [
    count.toLocaleString('en'),
    archived ? `${printable(name)} (${PUT_AWAY})` : printable(name),
  ]);
  const lines = [TAG_HEADINGS, ...rows];
  const width = Math.max(...lines.map(([count]) => count?.length ?? 0));
  return lines.map(([count = '', name = '']) => `${count.padStart(width)}  ${name}\n`).join('');
}
