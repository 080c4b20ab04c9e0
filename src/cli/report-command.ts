import { extname, resolve } from 'node:path';
import { reportText } from '../core/exchange/report-html.ts';
import { runSteps } from '../main/handlers/access/run-stoppable.ts';
import { unknownReportFormat, wrote } from '../ui-text/cli/sentences.ts';
import { TASKS } from '../ui-text/exchange.ts';
import {
  type CommandContext,
  DATA_OPTION,
  EXIT,
  oneGrove,
  parseCommand,
  UsageError,
} from './command-context.ts';
import { requireFree, writeOut } from './export-command.ts';
import { findTree } from './find-tree.ts';
import { readGrove } from './read-grove.ts';

/** `aspen report`: who wrote how much of a text, for people or for programs. */
export async function reportCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseCommand(args, {
    ...DATA_OPTION,
    tree: { type: 'string' },
    format: { type: 'string' },
    out: { type: 'string' },
    force: { type: 'boolean', default: false },
  });
  const path = oneGrove(positionals);
  const { terminal, signal } = context;
  const out = values.out === undefined ? null : resolve(values.out);
  const format =
    values.format ?? (values.json || (out !== null && extname(out) === '.json') ? 'json' : 'html');
  if (format !== 'html' && format !== 'json') throw new UsageError(unknownReportFormat(format));
  if (out !== null) requireFree(out, values.force);
  await readGrove(path, values.data, context, async ({ grove }) => {
    const { id, title } = findTree(grove.trees.list(), values.tree);
    const report = await runSteps(grove.trees.report(id), {
      grove,
      caller: {
        notifyProgress: (shown) => {
          if (shown !== null) terminal.showProgress(TASKS.report.doing, title, shown.share);
        },
      },
      signal,
      progress: { kind: 'report', name: title },
    });
    if (report === null) throw signal.reason;
    const text = reportText(report, format);
    if (out === null) return terminal.write(text);
    await writeOut(out, [text], values.force, signal);
    if (values.json) await terminal.writeJson({ title, format, file: out });
    terminal.say(wrote(out));
  });
  return EXIT.ok;
}
