import { INVALID_INVITATION_TEXT } from '@muneem/contract/account';
import type { Page } from '@playwright/test';
import { authenticatorCode } from '../support/authenticator-code.ts';
import {
  allowConsoleErrors,
  expect,
  expectAccessible,
  expectNoSidewaysScroll,
  givePassword,
  signIn,
  signInByHand,
  test,
} from '../support/test.ts';
import { ADMIN } from '../support/world.ts';

const MEERA = 'meera@muneem.example';
const RAVI = { email: 'ravi@muneem.example', password: 'ravi chose this' };

async function look(page: Page, what: string): Promise<void> {
  await expectAccessible(page, what);
  await expectNoSidewaysScroll(page, what);
}

async function go(page: Page, screen: string): Promise<void> {
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await page.getByRole('menuitem', { name: screen }).click();
  await expect(page.getByRole('heading', { level: 1, name: screen })).toBeVisible();
}

// covers 000-6.2
test('invites and disables administrators, and logs every change', async ({ page, browser, world, complaints }) => {
  await signIn(page, world, '/');
  await go(page, 'Administrators');
  const since = new Date();
  await page.getByRole('button', { name: 'Invite an administrator' }).click();
  const invitation = page.getByRole('dialog', { name: 'Invite an administrator' });
  await test.step('an invitation needs the admin’s own password: a wrong one shows a field error and keeps the input', async () => {
    await expect(invitation.getByLabel('Email')).toBeFocused();
    await invitation.getByLabel('Email').fill(RAVI.email);
    const password = invitation.getByLabel('Your password');
    await expect(password).toHaveAttribute('autocomplete', 'current-password');
    await password.press('Enter');
    await expect(password).toHaveAccessibleDescription(/Please enter your password\./);
    await password.fill('not the password');
    await password.press('Enter');
    await expect(password).toHaveAccessibleDescription(/That is not your password\./);
    await expect(password).toBeFocused();
    await expect(password).toHaveValue('not the password');
    await expect(invitation.getByLabel('Email')).toHaveValue(RAVI.email);
    await look(page, 'inviting an administrator');
    await expect(page).toHaveURL(/\/admins$/);
    complaints.splice(0);
    await password.fill(ADMIN.password);
    await password.press('Enter');
    await expect(invitation).toHaveCount(0);
  });
  const open = page.getByRole('region', { name: 'Open invitations', exact: true });
  await expect(open).toContainText(RAVI.email);
  await expectAccessible(open, 'open invitations');

  const mail = await world.mailbox.waitForMail(RAVI.email, { since });
  const elsewhere = await browser.newContext();
  const ravi = await elsewhere.newPage();
  await ravi.goto(linkOf(mail.text));
  await ravi.getByLabel('Your name').fill('Ravi');
  await ravi.getByLabel('Password', { exact: true }).fill(RAVI.password);
  await ravi.getByLabel('Confirm Password').fill(RAVI.password);
  await look(ravi, 'Become an administrator');
  await ravi.getByRole('button', { name: 'Accept the invitation' }).click();
  await ravi.getByRole('link', { name: 'Go to the login page' }).click();
  await signInByHand(ravi, world, RAVI);

  await page.reload();
  await disableRavi();
  await test.step('emails the owners and the disabled administrator', async () => {
    for (const [to, subject] of [
      [ADMIN.email, 'an administrator was invited'],
      [ADMIN.email, 'an administrator was disabled'],
      [RAVI.email, 'your account was disabled'],
    ] as const) {
      const told = await world.mailbox.waitForMail(to, { since, fits: (each) => each.subject.endsWith(subject) });
      expect(told.text).toContain(RAVI.email === to ? ADMIN.email : RAVI.email);
    }
  });
  await ravi.reload();
  await expect(ravi).toHaveURL(/\/login/);

  await go(page, 'Audit log');
  // The newest one: other journeys disable administrators too.
  const disabled = page.getByRole('row', { name: /Admins: disable/ }).first();
  await expect(disabled).toContainText('Status: active → disabled');
  await disabled.getByRole('link').first().click();
  const entry = page.getByRole('dialog', { name: 'Admins: disable' });
  await expect(entry.getByRole('row', { name: /^Status/ })).toContainText('active');
  await look(page, 'an audit entry');
  await entry.getByRole('link', { name: 'History of this record' }).click();
  await expect(page.getByRole('row', { name: /Admins: accept invitation/ })).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await page.getByLabel('Record ID').fill('nothing like this');
  await expect(page.getByText('No entries match these filters')).toBeVisible();

  await go(page, 'Administrators');
  await test.step('enables the administrator again', async () => {
    for (const [does, undoes] of [
      ['Enable', 'Disable'],
      ['Disable', 'Enable'],
    ] as const) {
      await page.getByRole('button', { name: `${does}: ${RAVI.email}` }).click();
      await prove(`${does} an administrator`, does);
      await expect(page.getByRole('button', { name: `${undoes}: ${RAVI.email}` })).toBeVisible();
    }
  });

  await test.step('resends an invitation, which invalidates the first link, then withdraws it', async () => {
    const first = await inviteMeera('Invite an administrator');
    const links = [first, await inviteMeera(`Send again: ${MEERA}`, first)];
    await expect(open.locator('tbody tr[data-row]')).toHaveCount(1);
    await page.getByRole('button', { name: `Withdraw: ${MEERA}` }).click();
    const question = page.getByRole('alertdialog');
    await expect(question).toContainText('Its link stops working.');
    await question.getByRole('button', { name: 'Withdraw' }).click();
    await expect(open).toHaveCount(0);
    for (const gone of links) {
      await ravi.goto(gone);
      await ravi.getByLabel('Your name').fill('Meera');
      await ravi.getByLabel('Password', { exact: true }).fill(RAVI.password);
      await ravi.getByLabel('Confirm Password').fill(RAVI.password);
      await ravi.getByRole('button', { name: 'Accept the invitation' }).click();
      await expect(ravi.getByText(INVALID_INVITATION_TEXT).first()).toBeVisible();
    }
    await elsewhere.close();
  });

  /** Enters the admin's own password in this dialog and presses its button. */
  async function prove(dialog: string, verb: string): Promise<void> {
    const asked = page.getByRole('dialog', { name: dialog });
    await asked.getByLabel('Your password').fill(ADMIN.password);
    await asked.getByRole('button', { name: verb, exact: true }).click();
    await expect(asked).toHaveCount(0);
  }

  /** Keyboard only. Escape cancels, and the focus returns. */
  async function disableRavi(): Promise<void> {
    const opens = page.getByRole('button', { name: `Disable: ${RAVI.email}` });
    const asked = page.getByRole('dialog', { name: 'Disable an administrator' });
    await opens.click();
    await expect(asked).toContainText('All owners get an email about this.');
    await look(page, 'disabling an administrator');
    await page.keyboard.press('Escape');
    await expect(asked).toHaveCount(0);
    await opens.focus();
    await page.keyboard.press('Enter');
    await expect(asked.getByLabel('Your password')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(asked).toHaveCount(0);
    await expect(opens).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(asked.getByLabel('Your password')).toBeFocused();
    await page.keyboard.type(ADMIN.password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Enable: ${RAVI.email}` })).toBeVisible();
    await expect(asked).toHaveCount(0);
  }

  /** Uses the button of this name. @returns the link in the email, which differs from `known` */
  async function inviteMeera(button: string, known = ''): Promise<string> {
    await page.getByRole('button', { name: button }).click();
    if (button === 'Invite an administrator') {
      await page.getByRole('dialog', { name: button }).getByLabel('Email').fill(MEERA);
      await prove(button, 'Send invitation');
    } else await prove('Send the invitation again', 'Send again');
    const { text } = await world.mailbox.waitForMail(MEERA, { fits: (mail) => linkOf(mail.text) !== known });
    return linkOf(text);
  }
});

const linkOf = (mail: string): string => /https?:\S+accept-invitation\S+/.exec(mail)?.[0] ?? '';

test('signs in with an authenticator app, and with a recovery code if the phone is lost', async ({ page, world }) => {
  allowConsoleErrors();
  await signIn(page, world, '/');
  await go(page, 'Your account');
  await expect(page.getByRole('region', { name: 'Open sessions', exact: true })).toContainText('This device');
  await expect(page.getByRole('region', { name: 'Sign-ins', exact: true })).toContainText('Signed in');

  await page.getByRole('button', { name: 'Set up an authenticator app' }).click();
  const setUp = page.getByRole('dialog', { name: 'Set up an authenticator app' });
  await setUp.getByLabel('Your password').fill(ADMIN.password);
  await setUp.getByRole('button', { name: 'Continue' }).click();
  await expect(setUp.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await look(page, 'setting up an authenticator app');
  const key = (await setUp.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  // A code stays valid for the rest of the next 30 s step. Waits for a step with enough time left.
  await expect.poll(() => Date.now() % 30_000).toBeLessThan(22_000);
  await expect(setUp.getByLabel('Code from the app')).toBeFocused();
  await setUp.getByLabel('Code from the app').fill(authenticatorCode(key, Date.now() - 30_000));
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await look(page, 'recovery codes');
  const [recovery = '', second = ''] = await codes.getByRole('listitem').allTextContents();
  await codes.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible();

  await signOut(page);
  await givePassword(page, ADMIN);
  await expect(page.getByLabel('Code from your authenticator app')).toBeFocused();
  await look(page, 'the code of the app');
  await page.getByLabel('Code from your authenticator app').fill(authenticatorCode(key));
  await expect(page.getByText('Total Users')).toBeVisible();

  await signOut(page);
  await givePassword(page, ADMIN);
  await page.getByRole('button', { name: 'Use a recovery code' }).click();
  await page.getByLabel('Recovery code').fill(recovery);
  await page.getByRole('button', { name: 'Verify' }).click();
  await expect(page.getByText('Total Users')).toBeVisible();
  const fresh = await renewCodes(page, authenticatorCode(key, Date.now() + 30_000));
  await removeApp(page, second, fresh);
});

/** @returns one of the new recovery codes */
async function renewCodes(page: Page, code: string): Promise<string> {
  await go(page, 'Your account');
  await expect(page.getByText('9 of 10 recovery codes left.')).toBeVisible();
  await page.getByRole('button', { name: 'New recovery codes' }).click();
  const dialog = page.getByRole('dialog', { name: 'New recovery codes' });
  await look(page, 'asking for new recovery codes');
  await dialog.getByLabel('New code from the app').fill(code);
  const codes = page.getByRole('dialog', { name: 'Your recovery codes' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  const fresh = (await codes.getByRole('listitem').first().textContent()) ?? '';
  await codes.getByRole('button', { name: 'I have saved the codes' }).click();
  await expect(page.getByText('10 of 10 recovery codes left.')).toBeVisible();
  return fresh;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(/\/login/);
}

async function removeApp(page: Page, old: string, recovery: string): Promise<void> {
  await page.getByRole('button', { name: 'Use email codes again' }).click();
  const dialog = page.getByRole('dialog', { name: 'Use email codes again' });
  await look(page, 'removing the app');
  const field = dialog.getByLabel('New code from the app, or a recovery code');
  await field.fill(old);
  await dialog.getByRole('button', { name: 'Remove the app' }).click();
  await expect(dialog.getByText(/^The action failed: /)).toBeVisible();
  await field.fill(recovery);
  await dialog.getByRole('button', { name: 'Remove the app' }).click();
  await expect(page.getByRole('button', { name: 'Set up an authenticator app' })).toBeVisible();
}
