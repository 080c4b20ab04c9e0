/**
 * Whether a window can be opened here at all.
 *
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {boolean}
 */
export function hasDisplay(env = process.env) {
  return process.platform !== 'linux' || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
