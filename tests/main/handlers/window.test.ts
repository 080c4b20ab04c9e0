import { describe, expect, test } from 'vitest';
import { HandlersDesk } from '../../helpers/desk.ts';

describe('the window', () => {
  test('fills the screen for the page that asks', async () => {
    const desk = new HandlersDesk();
    await desk.call('window.toggleFullScreen', {});
    expect(desk.events).toContainEqual({ name: 'fullScreen', value: {} });
  });
});
