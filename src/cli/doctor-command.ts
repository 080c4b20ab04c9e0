import { checkInChild } from './check-in-child.ts';
import { type CommandContext, EXIT, oneGrove, parseCommand } from './command-context.ts';
import { copyGrove } from './copy-grove.ts';
import type { Examination } from './doctor/examine.ts';
import { report } from './doctor/report.ts';
import { withTemporaryFolder } from './temporary-folder.ts';

/** `aspen doctor`: all that can be checked of a grove, and where its bytes are. */
export async function doctorCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseCommand(args, {});
  const path = oneGrove(positionals);
  const { terminal } = context;
  const examination = await withTemporaryFolder(async (folder) => {
    const copy = await copyGrove(path, folder, context);
    return checkInChild<Examination>('doctor', copy, path, context);
  });
  if (values.json) await terminal.writeJson(examination);
  else await terminal.write(report(examination));
  return examination.isHealthy ? EXIT.ok : EXIT.faults;
}
