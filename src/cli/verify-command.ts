import { ALL_VERIFIED, NOT_VERIFIED, VERIFIED } from '../ui-text/cli/sentences.ts';
import { checkInChild } from './check-in-child.ts';
import { type CommandContext, EXIT, oneGrove, parseCommand } from './command-context.ts';
import { copyGrove } from './copy-grove.ts';
import { withTemporaryFolder } from './temporary-folder.ts';
import { printable } from './terminal.ts';
import type { FileVerification } from './verify-copy.ts';

/** `aspen verify`: what the program verifies of a grove. */
export async function verifyCommand(args: readonly string[], context: CommandContext): Promise<number> {
  const { values, positionals } = parseCommand(args, {});
  const path = oneGrove(positionals);
  const { terminal } = context;
  const found = await withTemporaryFolder(async (folder) => {
    const copy = await copyGrove(path, folder, context);
    return checkInChild<FileVerification>('verify', copy, path, context);
  });
  const lists = faultsOf(found);
  const isSound = Object.values(lists).every((faults) => faults.length === 0) && !hasInvalid(found);
  if (values.json) await terminal.writeJson({ file: path, isSound, ...found });
  else await terminal.write(report(found, lists, isSound));
  return isSound ? EXIT.ok : EXIT.faults;
}

type Lists = Partial<Readonly<Record<keyof typeof VERIFIED, readonly string[]>>>;

function faultsOf(found: FileVerification): Lists {
  if ('faults' in found) return { file: found.faults };
  const { violations, log, records, layers } = found;
  return { violations, log, records, layers };
}

function hasInvalid(found: FileVerification): boolean {
  return 'nodes' in found && found.nodes.invalid > 0;
}

function report(found: FileVerification, lists: Lists, isSound: boolean): string {
  // A text without a record from a provider is no fault, and there may be thousands.
  const invalid = 'nodes' in found ? found.nodes.findings.filter(({ verdict }) => verdict === 'invalid') : [];
  const nodes = [
    ...('nodes' in found ? [found.nodes.summary] : []),
    ...invalid.map(({ localId, nodeId, reasons }) => `    ${localId} (${nodeId}): ${reasons.join('; ')}`),
  ];
  const faults = Object.entries(lists).flatMap(([kind, lines]) =>
    lines.length === 0
      ? []
      : [VERIFIED[kind as keyof typeof VERIFIED], ...lines.map((line) => `    ${printable(line)}`)],
  );
  return [...nodes, ...faults, isSound ? ALL_VERIFIED : NOT_VERIFIED].map((line) => `${line}\n`).join('');
}
