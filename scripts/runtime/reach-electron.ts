// Exits with 0 if this version of Electron can be downloaded here, or with 1 and a short reason. Run by itself: node
// reach-electron.ts 45.4.1
import { downloadArtifact } from '@electron/get';

const ANSWER_MS = 10_000;

/** Thrown by the downloader when the host answers, which is all we want to know. */
class Reached extends Error {}

const version = process.argv[2];
if (version === undefined) throw new Error('Give a version: node reach-electron.ts 45.4.1');

try {
  // @electron/get decides where to download from (mirrors in the environment, the machine's cache); only the
  // download itself is replaced by a request for the headers.
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
  // The error's own message is only “fetch failed”.
  const cause = error.cause;
  if (cause instanceof Error && 'code' in cause)
    return `its download host could not be reached: ${cause.code}`;
  return error.message;
}
