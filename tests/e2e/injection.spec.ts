import { expect, test } from './test.ts';
import type { Writer } from './writer.ts';

/** Text that could be taken for markup or a script stays text wherever the app shows it (`proof.md`, *Faults*). */

const HIT = 'globalThis.hit=(globalThis.hit??0)+1';

const SHAPES: readonly ((script: string) => string)[] = [
  (script) => `<script>${script}</script>`,
  (script) => `<img src=x onerror="${script}">`,
  (script) => `<svg onload='${script}'>`,
  (script) => `<iframe src="javascript:${script}"></iframe>`,
  (script) => `<iframe srcdoc="<script>${script}</script>">`,
  (script) => `"><script>${script}</script>`,
  (script) => `'-${script}-'`,
  (script) => `\`\${${script}}\``,
  (script) => `{{constructor.constructor('${script}')()}}`,
  (script) => `javascript:${script}`,
  (script) => `[a](javascript:${script})`,
  (script) => `![a](x" onerror="${script})`,
  (script) => `<a href="javascript:${script}" autofocus onfocus="${script}">a</a>`,
  (script) => `<body onload=${script}>`,
  (script) => `<details open ontoggle=${script}>`,
  (script) => `<style>@import 'http://127.0.0.1:9/${script}';</style>`,
  (script) => `<link rel=stylesheet href=http://127.0.0.1:9/>${script}`,
  (script) => `<object data="javascript:${script}">`,
  (script) => `<math><a xlink:href="javascript:${script}">a</a></math>`,
  (script) => `<template><script>${script}</script></template>`,
  (script) => `<input autofocus onfocus=${script}>`,
  (script) => `<video><source onerror="${script}"></video>`,
  (script) => `]]><script>${script}</script>`,
  (script) => `--><script>${script}</script><!--`,
  (script) => `</textarea><script>${script}</script>`,
];

/** Encodings of the same payload that get past a filter for one spelling only. */
const ENCODINGS: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.toUpperCase(),
  (text) => text.replace(/script/g, 'scr\u0000ipt'.replace('\u0000', '\u00ad')),
  (text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  (text) => text.replaceAll('<', '\\u003c'),
  (text) => text.replaceAll('<', '＜'),
  (text) => encodeURIComponent(text),
  (text) => text.replaceAll(' ', '/'),
  (text) => `\u202e${text}`,
  (text) => `${text}${text}`,
  (text) => text.replaceAll('=', ' = '),
  (text) => text.replaceAll('"', '&quot;'),
  (text) => `<!--${text}`,
  (text) => text.replaceAll('javascript:', 'java\tscript:'),
  (text) => text.replaceAll('on', 'oN'),
  (text) => `\ufeff${text}`,
  (text) => text.replaceAll('<', '<<'),
  (text) => text.replaceAll('>', ''),
  (text) => `%00${text}`,
  (text) => text.replaceAll('(', '`').replaceAll(')', '`'),
];

const PAYLOADS = ENCODINGS.flatMap((encode) => SHAPES.map((shape) => encode(shape(HIT))));

/** Traces that any payload would leave if it were treated as more than text. */
async function traces(writer: Writer) {
  return writer.page.evaluate(() => ({
    hits: (globalThis as unknown as { hit?: number }).hit ?? 0,
    made: [
      ...document.querySelectorAll(
        'iframe, object, embed, video, details, math, template, [onerror], [onload]',
      ),
    ].length,
    scripts: [...document.scripts].filter(({ src }) => src === '').length,
    links: [...document.querySelectorAll('a')].filter(({ href }) => href.startsWith('javascript:')).length,
  }));
}

test('500 payloads as text, titles, names, notes and a file name stay text', async ({ desk }, info) => {
  expect(PAYLOADS).toHaveLength(500);
  const writer = await desk.open(`<img src=x onerror=${HIT}>.aspen`);
  const requests: string[] = [];
  writer.page.on('request', (request) => requests.push(request.url()));
  await writer.manuscript.focus();
  await writer.page.keyboard.insertText(PAYLOADS.join('\n'));
  await writer.press('Control+s');
  await writer.waitUntilSaved();

  await writer.page.evaluate(async (payloads) => {
    type Bridge = { call(name: string, input: unknown): Promise<{ value: Record<string, unknown> }> };
    const { aspen } = globalThis as unknown as { aspen: Bridge };
    const { value: grove } = await aspen.call('grove.current', {});
    const treeId = grove.openTreeId;
    const { value: path } = await aspen.call('path.read', { treeId });
    const { nodeIds } = path.segments as { nodeIds: string };
    const nodeId = nodeIds.slice(0, 26);
    for (const payload of payloads.slice(0, 25)) {
      await aspen.call('tree.create', { title: payload });
      await aspen.call('node.annotate', { treeId, nodeId, text: payload });
      await aspen.call('agent.create', {
        name: payload,
        modelRef: `offline:${payload}`,
        configuration: {},
        color: null,
      });
    }
    await aspen.call('tree.show', { treeId });
  }, PAYLOADS);
  await writer.page.reload();
  await expect(writer.manuscript).toContainText('script');

  for (const tab of ['Outline', 'Passage', 'Sent', 'Alternatives']) {
    await writer.page.getByRole('tab', { name: tab }).click();
    expect(await traces(writer)).toEqual({ hits: 0, made: 0, scripts: 0, links: 0 });
  }
  await writer.press('Control+Shift+f');
  await writer.page.getByRole('searchbox', { name: 'Search' }).fill('script');
  await expect(writer.page.getByText(/onerror/).first()).toBeVisible();
  expect(await traces(writer)).toEqual({ hits: 0, made: 0, scripts: 0, links: 0 });
  await writer.screenshot(info.outputPath('injection.png'));
  await writer.press('Escape', 'Control+,');
  await writer.page.getByRole('tab', { name: 'Agents' }).click();
  await expect(
    writer.page.getByRole('main', { name: 'Settings' }).getByText('<script>').first(),
  ).toBeVisible();
  expect(await traces(writer)).toEqual({ hits: 0, made: 0, scripts: 0, links: 0 });
  expect(requests.filter((url) => !url.startsWith('app://aspen/'))).toEqual([]);
});
