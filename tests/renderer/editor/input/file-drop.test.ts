import { afterEach, describe, expect, it } from 'vitest';
import { isTextFile } from '../../../../src/renderer/editor/index.ts';
import { textOfBytes } from '../../../../src/renderer/editor/input/file-drop.ts';
import { PLAIN } from '../../../../src/renderer/editor/preferences.ts';
import { contentOf, letters, MODEL, node, type Opened, openManuscript } from '../open-manuscript.ts';

afterEach(() => document.body.replaceChildren());

function file(name: string, content: string | readonly number[]): File {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : new Uint8Array(content);
  const made = new File([bytes], name);
  // jsdom's files cannot be read this way yet.
  Object.defineProperty(made, 'arrayBuffer', { value: async () => bytes.buffer });
  return made;
}

/** Drops files at the place of the text that jsdom, which lays nothing out, has under every point: its start. */
async function drop({ view }: Opened, ...files: readonly File[]): Promise<Event> {
  view.posAtCoords = (() => 5) as typeof view.posAtCoords;
  const event = new Event('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: { files, types: ['Files'], getData: () => '' } });
  view.contentDOM.dispatchEvent(event);
  await new Promise((resolve) => setTimeout(resolve));
  return event;
}

describe('a dropped text file', () => {
  it('is known by its name', () => {
    const names = ['a.txt', 'B.MD', 'c.markdown', 'd.text', 'story.aspen', 'e.png', 'txt'];
    expect(names.filter((name) => isTextFile({ name }))).toEqual(['a.txt', 'B.MD', 'c.markdown', 'd.text']);
  });

  it('is read as UTF-8, without a byte order mark, with line ends as they are kept here', () => {
    const bytes = new Uint8Array([0xef, 0xbb, 0xbf, ...new TextEncoder().encode('é\r\nb\rc')]);
    expect(textOfBytes(bytes.buffer)).toBe('é\nb\nc');
    expect(() => textOfBytes(new Uint8Array([0xe9, 0x20]).buffer)).toThrow(TypeError);
  });

  it('becomes the writer’s text where it was dropped, in one undo step', async () => {
    const opened = openManuscript(contentOf([node('1', 'Once a castle', MODEL)]));
    const event = await drop(opened, file('a.txt', 'upon\r\n'), file('b.md', 'time '));
    expect(event.defaultPrevented).toBe(true);
    expect(opened.manuscript.textForChecks()).toBe('Once upon\n\ntime a castle');
    expect(letters(opened.spans())).toBe('mmmmmwwwwwwwwwwwmmmmmmmm');
    opened.manuscript.undo();
    expect(opened.manuscript.textForChecks()).toBe('Once a castle');
    expect(letters(opened.spans())).toBe('m'.repeat(13));
  });

  it('stays beside what is typed while it is read', async () => {
    const opened = openManuscript(contentOf([], 'Once a castle'));
    const dropped = drop(opened, file('a.txt', 'upon '));
    opened.type(0, 0, '“');
    await dropped;
    expect(opened.manuscript.textForChecks()).toBe('“Once upon a castle');
  });

  it('keeps its straight quotes', async () => {
    const opened = openManuscript(contentOf([], 'Once '), {
      preferences: { ...PLAIN, smartPunctuation: true },
    });
    await drop(opened, file('a.txt', '"--"'));
    expect(opened.manuscript.textForChecks()).toBe('Once "--"');
  });

  it('that is no text is refused by name, and changes nothing', async () => {
    const refused: string[] = [];
    const opened = openManuscript(contentOf([], 'Once '), { onFileRefused: (name) => refused.push(name) });
    await drop(opened, file('latin.txt', [0xe9, 0x20]));
    expect(refused).toEqual(['latin.txt']);
    expect(opened.events).toEqual([]);
  });

  it('changes nothing in a grove that can only be read', async () => {
    const opened = openManuscript(contentOf([node('1', 'Once ')]), { readOnly: true });
    await drop(opened, file('a.txt', 'upon'));
    expect(opened.manuscript.textForChecks()).toBe('Once ');
  });
});
