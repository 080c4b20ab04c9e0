import { expect, test } from 'vitest';
import { isRightToLeft } from '../../../../src/renderer/editor/marks/paragraphs.ts';

test.each([
  ['Snow fell.', false],
  ['ירד שלג.', true],
  ['« ثلج »', true],
  ['3. שלג', true],
  ['Shalom, שלום', false],
  ['שלום, Mara', true],
  ['雪が降った。', false],
  ['1 + 2 = 3', false],
  ['', false],
])('%s', (line, isRight) => {
  expect(isRightToLeft(line)).toBe(isRight);
});
