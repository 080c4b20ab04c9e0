/** The scripts that are written from right to left. */
const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u;
const LETTER = /\p{L}/u;

/** True if a line starts from the right: its first letter decides, as in the Unicode bidirectional algorithm. */
export function isRightToLeft(line: string): boolean {
  const first = LETTER.exec(line)?.[0];
  return first !== undefined && RIGHT_TO_LEFT.test(first);
}
