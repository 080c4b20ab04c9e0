import type { LoreVerdict } from '../core/lore/lore-verdict.ts';
import { LORE_HEADINGS, loreState } from '../ui-text/cli/sentences.ts';
import { loreName, loreReason } from '../ui-text/lore.ts';
import { type CommandContext, DATA_OPTION, EXIT, oneGrove, parseCommand } from './command-context.ts';
import { findTree } from './find-tree.ts';
import { readGrove } from './read-grove.ts';
import { printable } from './terminal.ts';

/** The answer's length for which the budget is left, where no agent is asked. */
const NO_RESERVE = 1;

/** `aspen lore`: what a request in a tree would be sent of the grove's lore; with `--explain`, every entry with the reason. */
export async function loreCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseCommand(args, {
    ...DATA_OPTION,
    tree: { type: 'string' },
    explain: { type: 'boolean', default: false },
  });
  const { terminal } = context;
  const lore = await readGrove(oneGrove(positionals), values.data, context, async ({ grove }) => {
    const { id, mode } = findTree(grove.trees.list(), values.tree);
    const asked = { at: null, agentId: null, maxTokens: NO_RESERVE };
    const verdicts = grove.generation.listLore(id, asked);
    const of = mode === 'dialogue' ? 'message' : 'paragraph';
    return { of, verdicts: values.explain ? verdicts : verdicts.filter(({ fired }) => fired) } as const;
  });
  await (values.json
    ? terminal.writeJson({ lore: lore.verdicts })
    : terminal.write(tableOf(lore.verdicts, values.explain ? lore.of : null)));
  return EXIT.ok;
}

/** @param of the units of distances in reasons; null for no reasons */
function tableOf(verdicts: readonly LoreVerdict[], of: 'paragraph' | 'message' | null): string {
  const rows = verdicts.map(({ title, part, tokens, fired, why }) => [
    tokens.toLocaleString('en'),
    loreState(fired),
    printable(loreName(title, part)) + (of === null ? '' : `: ${printable(loreReason(why, of))}`),
  ]);
  const lines = [LORE_HEADINGS, ...rows];
  const widthOf = (column: number) => Math.max(...lines.map((line) => line[column]?.length ?? 0));
  const [first, second] = [widthOf(0), widthOf(1)];
  return lines
    .map(
      ([tokens = '', state = '', name = '']) =>
        `${tokens.padStart(first)}  ${state.padEnd(second)}  ${name}\n`,
    )
    .join('');
}
