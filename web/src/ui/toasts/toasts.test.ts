import { beforeEach, expect, it } from 'vitest';
import { dismissToast, noticeStore, toast, toastDurationMs } from './toasts.ts';

beforeEach(() => {
  for (const notice of noticeStore.all()) dismissToast(notice.id);
  noticeStore.clear();
});

const texts = () => noticeStore.all().map((notice) => notice.text);

it('keeps a hidden toast in the notices', () => {
  toast.success('Offer deleted successfully');
  dismissToast(noticeStore.all()[0]!.id);
  expect(noticeStore.all()[0]).toMatchObject({
    text: 'Offer deleted successfully',
    tone: 'success',
    showing: false,
    seen: false,
  });
});

it('lists the newest first and replaces a toast with the same key', () => {
  toast.info('Export: 10 %', { key: 'export' });
  toast.warning('Something else');
  toast.info('Export: 90 %', { key: 'export' });
  expect(texts().slice(0, 2)).toEqual(['Export: 90 %', 'Something else']);
});

it('keeps an error until it is closed and hides other toasts after a while', () => {
  toast.error('Failed');
  toast.success('Done', { durationMs: 3000 });
  const [done, failed] = noticeStore.all();
  expect(done && toastDurationMs(done)).toBe(3000);
  expect(failed && toastDurationMs(failed)).toBeUndefined();
});

it('keeps the last 50', () => {
  for (let count = 0; count < 60; count++) toast.info(`n${count}`);
  expect(noticeStore.all()).toHaveLength(50);
  expect(texts()[0]).toBe('n59');
});

it('clears one admin’s notices at sign-out and keeps those for everybody', () => {
  toast.success('12 coins paid to Asha Rao.');
  toast.info('There is a new version.', { survivesSignOut: true });
  toast.error('Failed to delete user');
  noticeStore.forget();
  expect(texts()).toEqual(['There is a new version.']);
});

it('marks all notices as seen when the list opens', () => {
  toast.info('new');
  noticeStore.markAllSeen();
  expect(noticeStore.all().every((notice) => notice.seen)).toBe(true);
});
