import { expect, test } from 'vitest';
import { COMPANIES, startTrackingCompany } from './index.ts';

test('answers well, slowly and with errors in turn, and keeps the calls it received', async () => {
  const company = await startTrackingCompany({ slowMs: 1 });
  const statuses: number[] = [];
  for (let call = 0; call < 36; call += 1) {
    statuses.push(
      (await fetch(`${company.url}/postback/x?click_id=C${call}`, { headers: { authorization: 'Bearer b' } })).status,
    );
  }
  expect(statuses.filter((status) => status === 503)).toHaveLength(5);
  expect(statuses.at(-1)).toBe(200);
  expect(company.received()[0]).toMatchObject({ query: { click_id: 'C35' }, authorization: 'Bearer b', mood: 'fine' });
  expect(company.total()).toBe(36);
  await company.close();
});

test('checks the credentials of each company, and rejects every call to the closed one', async () => {
  const site = await startTrackingCompany({ moody: false });
  for (const { key, header, closed } of COMPANIES) {
    const call = async (headers: Record<string, string>) =>
      (await fetch(`${site.url}/postback/${key}?click=C`, { method: 'POST', headers })).status;
    const known = closed === true ? 403 : 200;
    expect(await call(header ? { [header[0]]: header[1] } : {}), key).toBe(known);
    expect(await call({ [header?.[0] ?? 'authorization']: 'wrong' }), key).toBe(header ? 401 : known);
  }
  await site.close();
});
