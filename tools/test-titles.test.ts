import { expect, test } from 'vitest';
import { isSaid, testTitles } from './test-titles.ts';

const FILE = `
const FAULTS = 'faults have their words';
const ROWS = [['no coins', 0], [nameless, 1]] as const;
// test('a title in a comment', () => {});
describe('offers', () => {
  test(FAULTS, async () => expect(read('data of a body')).toBe('another text'));
  it.each(ROWS)('refuses %s of %i', () => {});
  test.each(['png', \`of \${size}\`])('keeps %s', () => {});
  test(\`takes \${count} at once\`, async () => {
    await test.step('a step', async () => step('no step'));
    await page.test.click('a click');
  });
});`;

test('reads only the titles of test, it, describe and test.step', () => {
  expect(testTitles('offers.test.tsx', FILE)).toEqual([
    'offers',
    'faults have their words',
    'refuses no coins of …',
    'refuses … of …',
    'keeps png',
    'keeps of …',
    'takes … at once',
    'a step',
  ]);
});

test('matches a cited title by its words in order, and never by brackets or ellipses alone', () => {
  const title = 'pays … once: “the user’s coins”, and says so';
  for (const said of [title, 'pays %i once', "the user's coins (record 7)", 'pays … and says so'])
    expect([said, isSaid(title, said)]).toEqual([said, true]);
  for (const said of ['pays twice', 'says so … pays', 'coin', '(record 7)', '…', ''])
    expect([said, isSaid(title, said)]).toEqual([said, false]);
});
