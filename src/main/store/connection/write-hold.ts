import { AspenError } from '../../../core/errors.ts';

/**
 * Refuses every transaction of a store while the texts of its file have not been verified yet (`storage.md`,
 * *Opening, in order*, step 4). It is the last safeguard: what writes waits before it comes to this.
 */
export class WriteHold {
  #isOn: boolean;

  constructor(isOn: boolean) {
    this.#isOn = isOn;
  }

  get isOn(): boolean {
    return this.#isOn;
  }

  /** The file may be written from now on. */
  lift(): void {
    this.#isOn = false;
  }

  /** @throws {AspenError} CHECKING while it is on */
  readonly requireLifted = (): void => {
    if (this.#isOn) throw new AspenError('CHECKING', 'the texts of the file have not been verified yet');
  };
}
