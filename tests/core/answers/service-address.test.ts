import { expect, test } from 'vitest';
import { addressesOf, reachOf } from '../../../src/core/answers/service-address.ts';

test.each([
  ['https://example.com/v1', 'https'],
  ['http://localhost:8080/v1', 'here'],
  ['http://127.0.0.1', 'here'],
  ['http://[::1]:80/v1', 'here'],
  ['http://192.168.1.7:11434/v1', 'network'],
  ['http://10.0.0.3', 'network'],
  ['http://172.31.0.3', 'network'],
  ['http://100.101.7.3:8080', 'network'],
  ['http://studio.local:1234/v1', 'network'],
  ['http://tower:1234/v1', 'network'],
  ['http://[fd12:3456::1]:80', 'network'],
  ['http://172.32.0.3', null],
  ['http://100.128.0.1', null],
  ['http://8.8.8.8', null],
  ['http://example.com', null],
  ['http://192.168.1.7.example.com', null],
  ['http://2130706433', null],
  ['http://tower.example', null],
  ['ftp://tower', null],
  ['tower', null],
])('%s is read by %s', (address, reach) => {
  expect(reachOf(address)).toBe(reach);
});

test.each([
  ['https://example.com/v1/', ['https://example.com/v1']],
  ['https://example.com', ['https://example.com/v1', 'https://example.com']],
  ['https://example.com/v1/chat/completions', ['https://example.com/v1']],
  ['example.com/api', ['https://example.com/api']],
  [' tower:8080 ', ['http://tower:8080/v1', 'http://tower:8080']],
  ['192.168.1.7:8080/v1', ['http://192.168.1.7:8080/v1']],
  ['http://localhost:8080/completions', ['http://localhost:8080/v1', 'http://localhost:8080']],
])('%j may be meant as %j', (typed, addresses) => {
  expect(addressesOf(typed)).toEqual(addresses);
});
