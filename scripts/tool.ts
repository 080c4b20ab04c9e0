import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectEnv, root } from './setup/project.mjs';
import { show } from './setup/run.mjs';

/**
 * The JavaScript file of a package's command, to run with the project's own Node: the files in `node_modules/.bin`
 * need a shell on Windows.
 *
 * @param command defaults to the package's name
 */
export function toolFile(packageName: string, command: string = packageName): string {
  const folder = join(root, 'node_modules', packageName);
  const { bin }: { bin?: string | Record<string, string> } = JSON.parse(
    readFileSync(join(folder, 'package.json'), 'utf8'),
  );
  const file = typeof bin === 'string' ? bin : bin?.[command];
  if (file === undefined) throw new Error(`The package ${packageName} has no command ${command}.`);
  return join(folder, file);
}

/** Runs a package's command on this terminal, in the project's folder. @returns its exit code */
export function runTool(file: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<number> {
  return show(process.execPath, [file, ...args], { cwd: root, env: { ...projectEnv(), ...env } });
}
