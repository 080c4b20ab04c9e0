import { expect, test } from 'vitest';
import { missingFromLdd, packageName, parseRelease } from '../../scripts/system-packages.ts';

test('each library that ldd does not find is listed once', () => {
  const output = [
    '\tlinux-vdso.so.1 (0x00007ffd)',
    '\tlibgtk-3.so.0 => not found',
    '\tlibnss3.so => /lib/x86_64-linux-gnu/libnss3.so (0x00007f)',
    '\tlibasound.so.2 => not found',
    '\tlibgtk-3.so.0 => not found',
  ].join('\n');
  expect(missingFromLdd(output)).toEqual(['libgtk-3.so.0', 'libasound.so.2']);
});

test('the sound library has its new name since Debian 13 and Ubuntu 24.04', () => {
  const inRelease = (text: string) => packageName('libasound2', parseRelease(text));
  expect(inRelease('ID=debian\nVERSION_ID="12"')).toBe('libasound2');
  expect(inRelease('ID=debian\nVERSION_ID="13"')).toBe('libasound2t64');
  expect(inRelease('ID=debian\nVERSION_CODENAME=sid')).toBe('libasound2t64');
  expect(inRelease('ID=ubuntu\nVERSION_ID="22.04"')).toBe('libasound2');
  expect(inRelease('ID=ubuntu\nVERSION_ID="24.04"')).toBe('libasound2t64');
});
