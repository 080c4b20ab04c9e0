import { openConversation } from './conversations.ts';
import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** Clipboard contents of other programs. */

const WORD = `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p { color: red }</style></head><body>
<h1><span lang=EN-GB>The gate<o:p></o:p></span></h1>
<p class=MsoNormal>She said <i style='mso-bidi-font-style:normal'>no</i><img src="https://example.org/seen.png">.<o:p></o:p></p>
<script>document.title = 'run'</script></body></html>`;
const PLAIN = 'The gate\nShe said no.';
const MARKED = '# The gate\n\nShe said *no*.';

/** Puts this on the system's clipboard, as another program does; the page is only what can do so in every version of Electron. */
async function copy(writer: Writer, plain: string, page: string): Promise<void> {
  const isCopied = await writer.page.evaluate(
    ({ text, html }) => {
      const write = (event: ClipboardEvent) => {
        event.clipboardData?.setData('text/plain', text);
        event.clipboardData?.setData('text/html', html);
        event.preventDefault();
        event.stopImmediatePropagation();
      };
      window.addEventListener('copy', write, { capture: true, once: true });
      return document.execCommand('copy');
    },
    { text: plain, html: page },
  );
  expect(isCopied).toBe(true);
}

test('a paste keeps the marks of a page, and is plain where that is asked for', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.manuscript.click();
  await copy(writer, PLAIN, WORD);
  await writer.press('Control+v');
  await expect.poll(() => writer.text()).toBe(MARKED);
  await writer.press('Control+z');
  await expect.poll(() => writer.text()).toBe('');
  await writer.press('Control+Shift+v');
  await expect.poll(() => writer.text()).toBe(PLAIN);
  await writer.press('Control+z');
  await writer.command('Paste as plain text');
  await expect.poll(() => writer.text()).toBe(PLAIN);
  await expect(writer.page).not.toHaveTitle('run');
  // Text copied in the program is pasted as it is there.
  await writer.press('Control+z', 'Control+v', 'Control+a', 'Control+c', 'Control+End', 'Control+v');
  await expect.poll(() => writer.text()).toBe(MARKED + MARKED);
});

test('a note keeps the marks of a page that is pasted', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('The lake froze.');
  await writer.press('Control+s', 'Alt+n');
  const note = writer.page.getByRole('textbox', { name: 'New note' });
  await expect(note).toBeFocused();
  await copy(writer, PLAIN, WORD);
  await writer.page.keyboard.press('Control+v');
  await expect(note).toHaveValue(MARKED);
  await writer.page.keyboard.press('Control+z');
  await expect(note).toHaveValue('');
  await writer.page.keyboard.press('Control+Shift+v');
  await expect(note).toHaveValue(PLAIN);
});

test('a message keeps the marks of a page that is pasted', async ({ desk }) => {
  const writer = await openConversation(desk);
  await writer.composer.click();
  await copy(writer, PLAIN, WORD);
  await writer.press('Control+v');
  await expect.poll(() => writer.composer.innerText()).toContain('She said *no*.');
  await writer.press('Control+z', 'Control+Shift+v');
  await expect.poll(() => writer.composer.innerText()).toContain('She said no.');
});
