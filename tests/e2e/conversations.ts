import { expect, type Locator } from '@playwright/test';
import type { Desk, Writer } from './writer.ts';

/** Setup and views shared by tests of conversations. */

export function messagesOf({ page }: Writer): Locator {
  return page.getByRole('feed', { name: 'Conversation' }).getByRole('article');
}

/** Opens a grove and begins a conversation in it. */
export async function openConversation(desk: Desk): Promise<Writer> {
  const writer = await desk.open('talk.aspen');
  await expect(writer.manuscript).toBeVisible();
  await writer.command('New conversation');
  await expect(writer.composer).toBeFocused();
  return writer;
}

export function button(within: Locator | Writer['page'], name: string): Locator {
  return within.getByRole('button', { name, exact: true });
}

/** In both themes. */
export async function takePictures(
  writer: Writer,
  pathOf: (name: string) => string,
  name: string,
): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await writer.page.emulateMedia({ colorScheme });
    await writer.screenshot(pathOf(`${name}-${colorScheme}.png`));
  }
}
