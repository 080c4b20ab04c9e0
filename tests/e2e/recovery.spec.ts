import { readFileSync } from 'node:fs';
import type { Desk, Writer } from './writer.ts';
import { expect, test } from './test.ts';

/** What is typed survives the program, however it ends (`storage.md`, *What is never lost*). */

const notices = (writer: Writer) => writer.page.getByRole('region', { name: 'Notices' });

/** Once the program was killed, the grove is opened again. */
async function killAndReopen(desk: Desk, writer: Writer, grove = 'story.aspen'): Promise<Writer> {
  await writer.kill();
  return desk.open(grove);
}

test('what was typed just before the program was killed is back, with one line and an undo', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('It was in the file. ');
  await writer.waitUntilSaved();
  await writer.type('The rain came. It did not stop. Nobody minded.');
  await expect(writer.status).toContainText('Safe on this computer');
  await writer.waitUntilSafe();
  const again = await killAndReopen(desk, writer);
  await expect(again.manuscript).toContainText(
    'It was in the file. The rain came. It did not stop. Nobody minded.',
  );
  await expect(notices(again)).toContainText(
    '3 sentences typed just before the program ended unexpectedly are back.',
  );
  await again.waitUntilSaved();

  await notices(again).getByRole('button', { name: 'Undo' }).click();
  await expect(again.manuscript).not.toContainText('The rain came.');
  await expect(again.manuscript).toContainText('It was in the file.');
  await notices(again).getByRole('button', { name: 'Bring back' }).click();
  await expect(again.manuscript).toContainText('Nobody minded.');
});
