import type { Page } from '@playwright/test';
import { expect } from './test.ts';

/** The form of the settings, and the window that asks for a code. */
export function settingsScreen(page: Page) {
  const form = page.getByRole('form', { name: 'System Settings' });
  const modal = page.getByRole('dialog', { name: 'OTP verification' });
  const send = modal.getByRole('button', { name: 'Send OTP', exact: true });
  return {
    form,
    name: form.getByLabel('System name'),
    modal,
    send,
    otp: modal.getByLabel('OTP'),
    verify: modal.getByRole('button', { name: 'Verify & save' }),
    async sendOtp(): Promise<void> {
      await page.getByRole('button', { name: 'Save Settings' }).click();
      await send.click();
    },
    /** Says what the screen shows instead if no code was sent. */
    codeIsSent: (): Promise<void> => expect(modal.getByRole('status')).toHaveText(/^OTP sent to /),
  };
}
