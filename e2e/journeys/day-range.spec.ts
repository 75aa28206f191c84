import { callOf } from '../support/answers.ts';
import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

const LIST = '/api/conversion-reports';
/** 00:30 on Tuesday, 17 November in Kolkata. In New York and in UTC it is still the day before. */
const NOW = new Date('2026-11-16T19:00:00.000Z');

// covers 001-2.41 001-2.43
test('reads and shows days as dd/mm/yyyy, typed or picked', async ({ page, world }) => {
  await page.clock.setFixedTime(NOW);
  await signIn(page, world, '/conversion-reports');
  const start = page.getByLabel('Start Date');
  const end = page.getByLabel('End Date');
  const calendar = page.getByRole('dialog', { name: 'Calendar' });

  await test.step('reads a typed day and keeps ISO days in the URL', async () => {
    await callOf(page, 'GET', LIST, () => start.fill('5/11/2026'), { startDate: '2026-11-05' });
    await start.blur();
    await expect(start).toHaveValue('05/11/2026');
    await expect(page).toHaveURL(/startDate=2026-11-05/);
    await page.reload();
    await expect(start).toHaveValue('05/11/2026');
  });

  await test.step('keeps a day that does not exist, with an error', async () => {
    await end.fill('31/02/2026');
    await end.blur();
    await expect(end).toHaveValue('31/02/2026');
    await expect(end).toHaveAccessibleDescription(/Enter a date as dd\/mm\/yyyy/);
    await expect(page).not.toHaveURL(/endDate/);
    await end.fill('');
  });

  await test.step('picks a range by keyboard and returns the focus', async () => {
    const open = page.getByRole('button', { name: 'Calendar' }).last();
    await open.press('Enter');
    await expectAccessible(page, 'the calendar');
    const day = (date: number) => calendar.getByRole('button', { name: `${date} November 2026`, exact: true });
    // The first day is set, so one press ends the range.
    const ended = { startDate: '2026-11-05', endDate: '2026-11-06' };
    await callOf(page, 'GET', LIST, () => day(6).press('Enter'), ended);
    await expect(calendar).toHaveCount(0);
    await open.press('Enter');
    await day(9).press('Enter');
    const query = { startDate: '2026-11-09', endDate: '2026-11-12' };
    await callOf(page, 'GET', LIST, () => day(12).press('Enter'), query);
    await expect(calendar).toHaveCount(0);
    await expect(open).toBeFocused();
    await expect(start).toHaveValue('09/11/2026');
    await expect(end).toHaveValue('12/11/2026');
  });

  await test.step('offers presets in the days of Asia/Kolkata', async () => {
    for (const [name, startDate, endDate] of [
      ['This week', '2026-11-16', '2026-11-17'],
      ['Last month', '2026-10-01', '2026-10-31'],
      ['Today', '2026-11-17', '2026-11-17'],
    ] as const) {
      await page.getByRole('button', { name: 'Calendar' }).first().click();
      const preset = calendar.getByRole('button', { name, exact: true });
      await callOf(page, 'GET', LIST, () => preset.click(), { startDate, endDate });
    }
    await page.getByRole('button', { name: 'Calendar' }).first().click();
    await expect(calendar).toBeVisible();
    await expectNoSidewaysScroll(page, 'the calendar');
    await page.keyboard.press('Escape');
  });

  await test.step('closes only the calendar with Escape and offers no later day in the export', async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const window = page.getByRole('dialog', { name: 'Export Conversion Reports' });
    await window.getByRole('button', { name: 'Calendar' }).first().click();
    await expect(calendar.getByRole('button', { name: '17 November 2026', exact: true })).toBeEnabled();
    await expect(calendar.getByRole('button', { name: '18 November 2026', exact: true })).toBeDisabled();
    await page.keyboard.press('Escape');
    await expect(calendar).toHaveCount(0);
    await expect(window).toBeVisible();
    await window.getByLabel('Start Date').fill('17/11/2026');
    await window.getByLabel('End Date').fill('18/11/2026');
    await expect(window.getByRole('button', { name: 'Export' })).toBeDisabled();
    await window.getByLabel('End Date').fill('17/11/2026');
    await expect(window.getByRole('button', { name: 'Export' })).toBeEnabled();
  });
});
