import { expect, test } from 'vitest';
import { eventData } from './event-blocks.ts';

async function* of(...chunks: string[]): AsyncGenerator<string> {
  yield* chunks;
}
const all = async (...chunks: string[]): Promise<string[]> => Array.fromAsync(eventData(of(...chunks)));

test('joins an event that arrives in several chunks', async () => {
  const text = 'retry: 3000\n\ndata: {"a":1}\n\n: still here\n\ndata: {"b":\ndata: 2}\n\n';
  const whole = ['{"a":1}', '{"b":\n2}'];
  expect(await all(text)).toEqual(whole);
  for (let cut = 0; cut <= text.length; cut += 1) {
    expect(await all(text.slice(0, cut), text.slice(cut))).toEqual(whole);
  }
});

test('ignores an event without its closing blank line', async () => {
  expect(await all('data: 1\n\ndata: 2')).toEqual(['1']);
});
