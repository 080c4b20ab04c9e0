import { buildIfStale } from './build.ts';
import { findRuntime, type Runtime } from './runtime/find-runtime.ts';
import { installLibraries } from './system-packages.ts';

/** Prepares everything that a window of the built app needs; fast if it is all ready. */
export async function setUpApp(): Promise<Runtime> {
  const runtime = await findRuntime();
  await installLibraries(runtime.executable);
  await buildIfStale();
  return runtime;
}
