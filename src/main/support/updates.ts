import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, statSync, utimesSync } from 'node:fs';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as v from 'valibot';
import { AspenError } from '../../core/errors.ts';
import type { ProgramUpdate } from '../../ipc/wire/app.ts';

/** The list in which published builds look for newer ones: `updates` in the package's `package.json`. */
const updateSourceSchema = v.object({
  /** The address of the list, which begins with `https://`. */
  list: v.string(),
  /** The Ed25519 key that the list is signed with, as SPKI in base64. */
  key: v.string(),
});
export type UpdateSource = v.InferOutput<typeof updateSourceSchema>;

/** @throws if `updates` of `package.json` is malformed */
export function readUpdateSource(updates: unknown): UpdateSource {
  return v.parse(updateSourceSchema, updates);
}

/** The formats that the program is installed from; a name of a package ends in one. */
export const PACKAGE_KINDS = ['deb', 'rpm', 'AppImage', 'dmg', 'zip', 'exe'] as const;
export type PackageKind = (typeof PACKAGE_KINDS)[number];

const MAX_PACKAGE = 1024 ** 3;

/** The newest version and its packages. */
export const updateListSchema = v.object({
  version: v.pipe(v.string(), v.regex(/^\d{1,6}\.\d{1,6}\.\d{1,6}$/)),
  packages: v.pipe(
    v.array(
      v.object({
        system: v.picklist(['linux', 'darwin', 'win32']),
        arch: v.string(),
        kind: v.picklist(PACKAGE_KINDS),
        address: v.string(),
        name: v.pipe(v.string(), v.maxLength(200), v.regex(/^\w[\w.-]*$/)),
        size: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_PACKAGE)),
        sha256: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
      }),
    ),
    v.maxLength(100),
  ),
});
export type UpdateList = v.InferOutput<typeof updateListSchema>;
type Package = UpdateList['packages'][number];

/** The answer to the one request: `list` is the JSON of an `UpdateList`, and what `signature` signs; base64. */
const signedListSchema = v.object({ list: v.string(), signature: v.string() });

/** The list is refused if it is longer. Bytes. */
const MAX_LIST = 64 * 1024;
const LIST_TIMEOUT = 15_000;
/** A download ends if nothing arrives for so long. Milliseconds. */
const STALLED = 60_000;
const DAY = 24 * 60 * 60 * 1000;

export interface UpdatesOptions {
  /** Undefined for a build that looks nowhere: one from source, or for trial. */
  readonly source: UpdateSource | undefined;
  /** The version that runs. */
  readonly version: string;
  readonly system: NodeJS.Platform;
  readonly arch: string;
  /** The format of the package that the running program was installed from; null if that is unknown. */
  readonly kind: PackageKind | null;
  /** Created when it is needed; it holds nothing else. */
  readonly folder: string;
  now(): number;
  warn(message: string): void;
}

/**
 * Looks for a newer version, and fetches its package (`packaging.md`, *Updates*): nothing is requested before the writer asks
 * or has allowed it, and nothing that identifies them is sent.
 */
export class Updates {
  readonly #options: UpdatesOptions;
  #found: Package | undefined;

  constructor(options: UpdatesOptions) {
    this.#options = options;
  }

  /** Looks if the list was last read a day ago, as far as the clock can be believed; a failure waits for the next time. */
  async lookIfDue(): Promise<ProgramUpdate | null> {
    const { source, now, warn } = this.#options;
    const last = statSync(this.#lastLook, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    if (source === undefined || Math.abs(now() - last) < DAY) return null;
    try {
      return await this.look();
    } catch (error) {
      warn(`a newer version could not be looked for: ${String(error)}`);
      return null;
    }
  }

  /**
   * Asks for the list of versions.
   * @returns the newer version, null if there is none
   * @throws {AspenError} NOT_UPDATED
   */
  async look(): Promise<ProgramUpdate | null> {
    const { source, version, system, arch, kind, now } = this.#options;
    if (source === undefined) throw notUpdated('this build was made from its source and looks nowhere');
    const list = await attempt(() => readList(source));
    await attempt(async () => {
      mkdirSync(this.#options.folder, { recursive: true, mode: 0o700 });
      await writeFile(this.#lastLook, '');
      utimesSync(this.#lastLook, now() / 1000, now() / 1000);
    });
    if (!isNewer(list.version, version)) return null;
    this.#found = list.packages.find(
      (one) => one.system === system && one.arch === arch && one.kind === kind,
    );
    const found = this.#found;
    return {
      version: list.version,
      size: found?.size ?? null,
      isFetched: found !== undefined && (await isPackage(this.#pathOf(found), found)),
    };
  }

  /** The file name of the package that was found. @throws {AspenError} NOT_FOUND if none was */
  get packageName(): string {
    return this.#getFound().name;
  }

  /**
   * Fetches the package that `look` found, and checks it.
   * @param onProgress gets the completed share, from 0 to 1
   * @throws {AspenError} NOT_FOUND, NOT_UPDATED; the reason of `signal`
   */
  async fetch(signal: AbortSignal, onProgress: (share: number) => void): Promise<void> {
    const found = this.#getFound();
    const { folder } = this.#options;
    const target = this.#pathOf(found);
    const partial = `${target}.partial`;
    await attempt(async () => {
      // A package of an older version is of no more use.
      for (const name of await readdir(folder)) {
        if (join(folder, name) !== this.#lastLook) await rm(join(folder, name), { recursive: true });
      }
      try {
        await fetchTo(partial, found, signal, onProgress);
        if (!(await isPackage(partial, found))) throw notUpdated('the package is not the one that is listed');
        await rename(partial, target);
      } finally {
        await rm(partial, { force: true });
      }
    }, signal);
  }

  /** The path of the fetched package, checked again. @throws {AspenError} NOT_FOUND, NOT_UPDATED */
  async checkedPackage(): Promise<string> {
    const found = this.#getFound();
    const path = this.#pathOf(found);
    if (!(await attempt(() => isPackage(path, found))))
      throw notUpdated('the package is gone or was changed');
    return path;
  }

  /** Its time is that of the last look. */
  get #lastLook(): string {
    return join(this.#options.folder, 'last-look');
  }

  #pathOf({ name }: Package): string {
    return join(this.#options.folder, name);
  }

  #getFound(): Package {
    if (this.#found === undefined) throw new AspenError('NOT_FOUND', 'no newer package was found');
    return this.#found;
  }
}

async function readList({ list, key }: UpdateSource): Promise<UpdateList> {
  const signal = AbortSignal.timeout(LIST_TIMEOUT);
  const { body } = await request(list, signal);
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    length += chunk.length;
    if (length > MAX_LIST) throw notUpdated('the list is too long');
    chunks.push(chunk);
  }
  const signed = v.parse(signedListSchema, JSON.parse(Buffer.concat(chunks).toString('utf8')));
  const publicKey = createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' });
  if (!verify(null, Buffer.from(signed.list), publicKey, Buffer.from(signed.signature, 'base64')))
    throw notUpdated('the signature of the list is not that of Aspen Grove');
  return v.parse(updateListSchema, JSON.parse(signed.list));
}

/** @throws {AspenError} NOT_UPDATED unless the address answers well, and securely */
async function request(address: string, signal: AbortSignal) {
  if (!isSecure(address)) throw notUpdated('the address does not begin with https://');
  const response = await fetch(address, { signal, headers: { 'user-agent': 'Aspen Grove' } });
  // Hosts of releases redirect; the signature and the sums hold wherever the bytes come from.
  if (!isSecure(response.url) || !response.ok || response.body === null) {
    await response.body?.cancel();
    throw notUpdated(`the server answered ${response.status}`);
  }
  return { body: response.body };
}

/** Tests run a server on this computer. */
function isSecure(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && url.hostname === '127.0.0.1');
}

async function fetchTo(
  path: string,
  { address, size }: Package,
  stop: AbortSignal,
  onProgress: (share: number) => void,
): Promise<void> {
  const stalled = new AbortController();
  let timer = setTimeout(() => stalled.abort(), STALLED);
  try {
    const { body } = await request(address, AbortSignal.any([stop, stalled.signal]));
    let length = 0;
    const counted = async function* () {
      for await (const chunk of body) {
        clearTimeout(timer);
        timer = setTimeout(() => stalled.abort(), STALLED);
        length += chunk.length;
        if (length > size) throw notUpdated('the package is longer than is listed');
        onProgress(length / size);
        yield chunk;
      }
    };
    await pipeline(Readable.from(counted()), createWriteStream(path, { mode: 0o600 }));
  } finally {
    clearTimeout(timer);
  }
}

/** The file at `path` has the listed size and sum. */
async function isPackage(path: string, { size, sha256 }: Package): Promise<boolean> {
  if (statSync(path, { throwIfNoEntry: false })?.size !== size) return false;
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex') === sha256;
}

/** Compares `1.10.0` with `1.9.9` by numbers. */
function isNewer(version: string, than: string): boolean {
  const [a, b] = [version, than].map((text) => text.split('.').map(Number));
  for (const [i, part] of (a ?? []).entries()) {
    if (part !== (b?.[i] ?? 0)) return part > (b?.[i] ?? 0);
  }
  return false;
}

/** @throws {AspenError} NOT_UPDATED, with what failed; the reason of `signal` once it aborts */
async function attempt<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  try {
    return await work();
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof AspenError) throw error;
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw notUpdated(cause, error);
  }
}

function notUpdated(detail: string, cause?: unknown): AspenError {
  return new AspenError('NOT_UPDATED', detail, { cause });
}

export interface InstalledAs {
  readonly isPackaged: boolean;
  readonly isPortable: boolean;
  readonly platform: NodeJS.Platform;
  /** The variable APPIMAGE of the environment. */
  readonly appImage: string | undefined;
}

/** The format of the package that the running program was installed from; null if none can be named. */
export function packageKind({ isPackaged, isPortable, platform, appImage }: InstalledAs): PackageKind | null {
  if (!isPackaged) return null;
  if (platform === 'darwin') return 'dmg';
  if (platform === 'win32') return isPortable ? 'zip' : 'exe';
  if (appImage !== undefined) return 'AppImage';
  if (existsSync('/var/lib/dpkg/info/aspen-grove.list')) return 'deb';
  return existsSync('/usr/bin/rpm') ? 'rpm' : null;
}
