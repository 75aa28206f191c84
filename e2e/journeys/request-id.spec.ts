import { expect, expectAccessible, expectNoSidewaysScroll, signIn, test } from '../support/test.ts';

test('shows the id of a failed request beside the error, and copies it', async ({
  page,
  context,
  world,
  complaints,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, world);
  const [answer] = await Promise.all([
    page.waitForResponse('**/api/users/nobody-here'),
    page.goto('/users?user=nobody-here'),
  ]);
  const id = (await answer.allHeaders())['x-request-id'] ?? '';
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  const details = page.getByRole('dialog');
  await expect(details.getByRole('alert')).toHaveText('There is no user with the ID "nobody-here".');
  await expect(details.getByText(`Request id ${id}`)).toBeVisible();
  await expectAccessible(page, 'an error with its request id');
  await page.setViewportSize({ width: 390, height: 844 });
  await expectNoSidewaysScroll(page, 'an error with its request id');
  await details.getByRole('button', { name: 'Copy request id' }).click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(id);
  // The browser reports the 404.
  complaints.splice(0);
});
