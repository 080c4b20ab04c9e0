import { createGzip } from 'node:zlib';
import type { Sha256 } from '../../core/ids.ts';

/** SHA-256 of bytes that arrive in pieces. */
export interface Sha256OfStream {
  update(bytes: Uint8Array): void;
  /** Call once, after the last piece. */
  digest(): Sha256;
}

/** The body of a response as its record stores it. */
export interface PackedBody {
  readonly gzip: Uint8Array;
  /** Digest of the bytes before compression. */
  readonly sha256: Sha256;
}

/**
 * Hashes and compresses the body of a response while it arrives, the latter in zlib's threads: a long body is
 * never whole in memory, and storing it does not keep main busy.
 */
export class ResponseBody {
  readonly #hash: Sha256OfStream;
  readonly #gzip = createGzip({ chunkSize: 64 * 1024 });
  readonly #packed: Promise<Uint8Array>;
  /** Bytes that arrived while earlier ones were being compressed. */
  #waiting: Uint8Array[] = [];
  #isBusy = false;
  #isEnded = false;

  constructor(hash: Sha256OfStream) {
    this.#hash = hash;
    const chunks: Buffer[] = [];
    this.#packed = new Promise((resolve, reject) => {
      this.#gzip.on('data', (chunk: Buffer) => chunks.push(chunk));
      this.#gzip.once('end', () => resolve(Buffer.concat(chunks)));
      this.#gzip.once('error', reject);
    });
    // `end` throws the error.
    this.#packed.catch(() => undefined);
  }

  /** @param bytes must not change afterwards */
  append(bytes: Uint8Array): void {
    this.#hash.update(bytes);
    this.#waiting.push(bytes);
    this.#compress();
  }

  /** Resolves when everything is compressed. Call once; nothing is appended after it. */
  async end(): Promise<PackedBody> {
    this.#isEnded = true;
    this.#compress();
    return { gzip: await this.#packed, sha256: this.#hash.digest() };
  }

  /** Compresses all that is waiting at once: a write per chunk would fall behind a fast stream. */
  #compress(): void {
    if (this.#isBusy) return;
    if (this.#waiting.length === 0) {
      if (this.#isEnded) this.#gzip.end();
      return;
    }
    const bytes = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#isBusy = true;
    this.#gzip.write(bytes, () => {
      this.#isBusy = false;
      this.#compress();
    });
  }
}
