import { statSync } from 'node:fs';
import { OpenGrove, type OpenGroveOptions } from './open-grove.ts';

/** The groves open in this process. One file is opened once, whatever its path is called (`storage.md`, *Opening*). */
export class GroveRegistry {
  readonly #options: Omit<OpenGroveOptions, 'path' | 'create' | 'onClosed'>;
  readonly #open = new Map<string, OpenGrove>();

  constructor(options: Omit<OpenGroveOptions, 'path' | 'create' | 'onClosed'>) {
    this.#options = options;
  }

  /** The open grove whose file stands at `path`, told by device and inode. */
  find(path: string): OpenGrove | undefined {
    const identity = identityOf(path);
    return identity === undefined ? undefined : this.#open.get(identity);
  }

  /**
   * Opens the grove at `path`; makes it when it is not there and `create` is set.
   * @throws {AspenError} what `openFile` throws
   */
  open(path: string, create: boolean): OpenGrove {
    const grove = OpenGrove.open({
      ...this.#options,
      path,
      create,
      onClosed: () => {
        if (identity !== undefined) this.#open.delete(identity);
      },
    });
    const identity = identityOf(path);
    if (identity !== undefined) this.#open.set(identity, grove);
    return grove;
  }
}

function identityOf(path: string): string | undefined {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? undefined : `${stat.dev}:${stat.ino}`;
}
