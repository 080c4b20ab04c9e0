// Whether this version of Electron can be downloaded here: exit code 0, or 1 and a few words on why not.
// Run by itself: node reach-electron.ts 45.4.1
import { downloadArtifact } from '@electron/get';

const ANSWER_MS = 10_000;

/** Thrown by the downloader to say: the host answered, and that was all there was to know. */
class Reached extends Error {}

const version = process.argv[2];
if (version === undefined) throw new Error('Say which version: node reach-electron.ts 45.4.1');

try {
  // Everything about where to download from (mirrors in the environment, the machine's cache) is @electron/get's
  // to know; only the download itself is replaced by a question.
  await downloadArtifact({
    version,
    artifactName: 'electron',
    downloader: {
      async download(url: string) {
        const response = await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(ANSWER_MS) });
        if (!response.ok) throw new Error(`its download host answered ${response.status}`);
        throw new Reached();
      },
    },
  });
} catch (error) {
  if (!(error instanceof Reached)) {
    process.stdout.write(`${reasonOf(error)}\n`);
    process.exitCode = 1;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError')
    return `its download host did not answer within ${ANSWER_MS / 1000} seconds`;
  // What fetch says itself is only “fetch failed”.
  const cause = error.cause;
  if (cause instanceof Error && 'code' in cause)
    return `its download host could not be reached: ${cause.code}`;
  return error.message;
}
