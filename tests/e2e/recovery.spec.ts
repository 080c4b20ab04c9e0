import { existsSync, renameSync } from 'node:fs';
import { readGrove } from '../helpers/grove-facts.ts';
import { expect, test } from './test.ts';
import type { Desk, Writer } from './writer.ts';

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
    '3 sentences that had not reached the file are back.',
  );
  await again.waitUntilSaved();

  await notices(again).getByRole('button', { name: 'Undo' }).click();
  await expect(again.manuscript).not.toContainText('The rain came.');
  await expect(again.manuscript).toContainText('It was in the file.');
  await notices(again).getByRole('button', { name: 'Bring back' }).click();
  await expect(again.manuscript).toContainText('Nobody minded.');
});

/** What the system's message box says, once it is asked; answers with the button of this number. */
async function answerMessages(writer: Writer, button: number): Promise<() => Promise<string>> {
  await writer.app.evaluate(({ dialog, app }, response) => {
    dialog.showMessageBox = (async (_window: unknown, { message }: { message: string }) => {
      app.setName(message);
      return { response, checkboxChecked: false };
    }) as typeof dialog.showMessageBox;
  }, button);
  return () => writer.app.evaluate(({ app }) => app.getName());
}

async function chooseFile(writer: Writer, filePath: string): Promise<void> {
  await writer.app.evaluate(({ dialog }, path) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath: path });
  }, filePath);
}

test('a grove that cannot be written is closed with its text in the journal, and says so', async ({
  desk,
}) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Before. ');
  await writer.waitUntilSaved();
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  await writer.type('After it was moved.');
  await expect(writer.status).toContainText('Not saved');
  await expect(writer.status).toContainText('What you typed is safe on this computer.');
  await expect(notices(writer)).toContainText('moved or replaced by another program');
  await writer.screenshot(test.info().outputPath('moved.png'));

  const asked = await answerMessages(writer, 1);
  await writer.askToClose();
  await expect.poll(asked).toContain('What you typed is safe on this computer.');
  await expect(writer.manuscript).toContainText('After it was moved.');

  await answerMessages(writer, 0);
  await writer.close();
  renameSync(desk.file('elsewhere.aspen'), desk.file('story.aspen'));
  const again = await desk.open('story.aspen');
  await expect(again.manuscript).toContainText('Before. After it was moved.');
});

test('a copy saved elsewhere has what the file has not', async ({ desk }) => {
  const writer = await desk.open('story.aspen');
  await writer.type('Before. ');
  await writer.waitUntilSaved();
  renameSync(desk.file('story.aspen'), desk.file('elsewhere.aspen'));
  await writer.type('After it was moved.');
  await expect(writer.status).toContainText('Not saved');
  await chooseFile(writer, desk.file('copy.aspen'));
  await notices(writer).getByRole('button', { name: 'Save a copy elsewhere…' }).click();
  await expect.poll(() => existsSync(desk.file('copy.aspen'))).toBe(true);
  expect(readGrove(desk.file('copy.aspen')).draftText).toBe('Before. After it was moved.');
  await answerMessages(writer, 0);
  await writer.close();
});
