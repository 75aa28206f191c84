import { startSite } from '@muneem/sandbox/web-kit';
import { expect, test } from 'vitest';
import { createOutboundHttp, type ResolveName } from '#platform/outbound-http/index.ts';

/** A resolver that counts its calls and answers on demand. */
function slowResolver(): { resolve: ResolveName; asked: string[]; answer: (address: string) => void } {
  const waiting: Parameters<ResolveName>[2][] = [];
  const asked: string[] = [];
  return {
    asked,
    resolve: (hostname, _options, callback) => {
      asked.push(hostname);
      waiting.push(callback);
    },
    answer: (address) => {
      for (const callback of waiting.splice(0)) callback(null, [{ address, family: 4 }]);
    },
  };
}

test('shares one look-up between 50 calls to a name whose name server is silent, and sends none', async () => {
  const { resolve, asked } = slowResolver();
  const http = createOutboundHttp({ allow: [], resolve });
  const calls = Array.from({ length: 50 }, () =>
    http.send({ url: 'http://silent.example/', method: 'GET', timeoutMs: 300 }),
  );
  for (const result of await Promise.all(calls)) expect(result).toMatchObject({ kind: 'not_sent', reason: 'timeout' });
  expect(asked).toEqual(['silent.example']);
  await http.close();
});

test('shares a look-up between concurrent calls, looks other names up in parallel, and repeats it later', async () => {
  let calls = 0;
  const { port, close } = await startSite({
    'GET /': () => {
      calls += 1;
      return { text: '' };
    },
  });
  const { resolve, asked, answer } = slowResolver();
  const http = createOutboundHttp({ allow: ['127.0.0.1/32'], resolve, keepAlive: false });
  const send = (host: string) => http.send({ url: `http://${host}:${port}/`, method: 'GET' });

  const together = [send('one.example'), send('one.example'), send('two.example')];
  await expect.poll(() => asked).toEqual(['one.example', 'two.example']);
  answer('127.0.0.1');
  for (const result of await Promise.all(together)) expect(result).toMatchObject({ kind: 'answer', status: 200 });
  expect(calls).toBe(3);

  // The address is checked at each connection: the name now resolves to an internal address.
  const later = [send('one.example'), send('one.example')];
  await expect.poll(() => asked).toHaveLength(3);
  answer('127.0.0.2');
  for (const result of await Promise.all(later))
    expect(result).toMatchObject({ kind: 'not_sent', reason: 'address_refused' });
  expect(calls).toBe(3);
  await http.close();
  await close();
});
