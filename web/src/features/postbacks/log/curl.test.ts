import { expect, it } from 'vitest';
import { curlOf } from './curl.ts';

it('a POST contains its method, headers and body', () => {
  const call = {
    method: 'POST',
    url: 'https://t.example/',
    headers: { 'content-type': 'application/json' },
    body: '{"a":1}',
  };
  expect(curlOf(call)).toBe(
    `curl -X 'POST' 'https://t.example/' -H 'content-type: application/json' --data-raw '{"a":1}'`,
  );
});

it('a quote in a value cannot start a command', () => {
  expect(curlOf({ method: 'GET', url: "https://t.example/?p1='; rm -rf ~; '" })).toBe(
    `curl 'https://t.example/?p1='\\''; rm -rf ~; '\\'''`,
  );
});
