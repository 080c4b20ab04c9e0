/** The labels of the map that are drawn: no label may cover a mark or another label. */

/** A rectangle of the canvas, in CSS pixels. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Height of the strips that boxes are looked up by: about that of a label. CSS pixels. */
const STRIP = 16;

/** The parts of the canvas that are taken. */
export class TakenRoom {
  readonly #strips = new Map<number, Box[]>();

  add(box: Box): void {
    for (let strip = Math.floor(box.top / STRIP); strip <= Math.floor(box.bottom / STRIP); strip += 1) {
      const boxes = this.#strips.get(strip);
      if (boxes === undefined) this.#strips.set(strip, [box]);
      else boxes.push(box);
    }
  }

  isFree(box: Box): boolean {
    for (let strip = Math.floor(box.top / STRIP); strip <= Math.floor(box.bottom / STRIP); strip += 1) {
      for (const taken of this.#strips.get(strip) ?? []) {
        if (
          taken.left < box.right &&
          box.left < taken.right &&
          taken.top < box.bottom &&
          box.top < taken.bottom
        )
          return false;
      }
    }
    return true;
  }
}
