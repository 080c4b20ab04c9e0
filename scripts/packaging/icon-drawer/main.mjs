// Electron's main script of `draw-icons.ts`: draws each SVG as PNGs of the sizes given.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { app, BrowserWindow } from 'electron';

/** @typedef {{ svg: string, folder: string, sizes: readonly number[] }} Drawing */

/** @type {readonly Drawing[]} */
const drawings = JSON.parse(process.env.ASPEN_DRAWINGS ?? '[]');

/** @param {Drawing} drawing */
async function draw({ svg, folder, sizes }) {
  mkdirSync(folder, { recursive: true });
  const window = new BrowserWindow({ show: false, width: 64, height: 64, webPreferences: { sandbox: true } });
  const source = `data:image/svg+xml;base64,${readFileSync(svg).toString('base64')}`;
  await window.loadURL('about:blank');
  for (const size of sizes) {
    /** @type {string} */
    const png = await window.webContents.executeJavaScript(`(async () => {
      const image = new Image();
      image.src = ${JSON.stringify(source)};
      image.width = image.height = ${size};
      await image.decode();
      const canvas = Object.assign(document.createElement('canvas'), { width: ${size}, height: ${size} });
      canvas.getContext('2d').drawImage(image, 0, 0, ${size}, ${size});
      return canvas.toDataURL('image/png').split(',')[1];
    })()`);
    writeFileSync(join(folder, `${size}x${size}.png`), Buffer.from(png, 'base64'));
  }
  window.destroy();
}

app.on('window-all-closed', () => {});
app.whenReady().then(async () => {
  for (const drawing of drawings) await draw(drawing);
  app.exit(0);
});
