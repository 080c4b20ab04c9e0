import * as v from 'valibot';
import { expect, test } from 'vitest';
import { schemas } from '../../src/ipc/schemas.ts';

/** Every string that is written is well-formed Unicode (`storage.md`, *Text*): what requests bring is made so by their schemas. */

/** One schema of valibot, as far as it is followed here. */
interface Part {
  readonly type: string;
  readonly pipe?: readonly { readonly kind: string }[];
  readonly entries?: Readonly<Record<string, Part>>;
  readonly options?: readonly Part[];
  readonly item?: Part;
  readonly wrapped?: Part;
  readonly key?: Part;
  readonly value?: Part;
  readonly getter?: () => Part;
}

/** Kinds of schemas that hold no string of the page's choice. */
const WITHOUT_TEXT = new Set(['number', 'boolean', 'null', 'literal', 'picklist', 'custom', 'unknown']);

/** Every schema of a string within one, with where it is. */
function* stringsIn(part: Part, path: string, seen = new Set<Part>()): Generator<[string, Part]> {
  if (seen.has(part)) return;
  seen.add(part);
  if (part.type === 'string') {
    yield [path, part];
    return;
  }
  if (WITHOUT_TEXT.has(part.type) && part.pipe === undefined) return;
  const { entries = {}, options = [], item, wrapped, key, value, getter } = part;
  const parts: readonly (readonly [string, Part | undefined])[] = [
    ...Object.entries(entries),
    ...(part.type === 'picklist' ? [] : options.map((option, at) => [`|${at}`, option] as const)),
    ['[]', item],
    ['', wrapped],
    ['key', key],
    ['value', value],
    ['', getter?.()],
    ...(part.pipe ?? []).flatMap((step) =>
      step.kind === 'schema' ? [['', step as unknown as Part] as const] : [],
    ),
  ];
  for (const [name, inner] of parts)
    if (inner !== undefined) yield* stringsIn(inner, name === '' ? path : `${path}.${name}`, seen);
}

const HALF = '\ud800';
/** Some string that each schema takes has one of these around the half, if it takes any with it. */
const AROUND = ['', 'a:', '/', '01KDXZZZZZZZZZZZZZZZZZZZZ'];

test('half of a surrogate pair in any string of any request is replaced or refused', () => {
  const strings = Object.entries(schemas).flatMap(([name, schema]) => [
    ...stringsIn(schema as unknown as Part, name),
  ]);
  expect(strings.length).toBeGreaterThan(100);
  const kept = strings.flatMap(([path, part]) => {
    const outputs = AROUND.map((text) => v.safeParse(part as unknown as v.GenericSchema, text + HALF));
    const isKept = outputs.some(({ success, output }) => success && !String(output).isWellFormed());
    return isKept ? [path] : [];
  });
  // The insertion of a typing step may complete a pair, and is made well-formed with the text that it becomes a part
  // of.
  expect(kept.filter((path) => !path.endsWith('.splice.insert'))).toEqual([]);
  expect(kept).not.toEqual([]);
});
