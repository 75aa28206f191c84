import { expect, test } from 'vitest';
import { describeSettings } from '#platform/config/index.ts';

const INTRODUCTION = `# Settings

Muneem reads its settings from the environment. An empty value counts as unset. If a setting is invalid, the server prints one line that
names it and does not start. The Settings screen has the other rules, such as those of Auto Payout.

This page is generated from \`server/src/platform/config/settings.ts\`:
\`npx vitest run --project server server/test/platform/settings-page.test.ts -u\`.
`;

test('keeps docs/settings.md equal to the declared settings', async () => {
  const rows = describeSettings().map(({ name, default: value, meaning }) => `| ${name} | ${value} | ${meaning} |`);
  const page = [INTRODUCTION, '| setting | default | meaning |', '|---|---|---|', ...rows, ''].join('\n');
  await expect(page).toMatchFileSnapshot('../../../docs/settings.md');
});

test('gives every setting a default and a meaning', () => {
  for (const { name, default: value, meaning } of describeSettings()) {
    expect(value, name).not.toBe('');
    expect(meaning, name).toMatch(/^\S/);
  }
});
