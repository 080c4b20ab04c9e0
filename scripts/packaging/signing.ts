/**
 * Returns true if what is made here needs no signature, or the environment has the keys for one. Packages for Linux are
 * checked by their sums.
 */
export function isSigned(platform: NodeJS.Platform = process.platform, env = process.env): boolean {
  if (platform === 'darwin') return Boolean(env.CSC_LINK);
  if (platform === 'win32') return Boolean(env.CSC_LINK || env.WIN_CSC_LINK || env.AZURE_ENDPOINT);
  return true;
}
