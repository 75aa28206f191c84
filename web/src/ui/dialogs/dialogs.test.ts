import { afterEach, expect, it, vi } from 'vitest';
import { dialogQueue, dialogs } from './dialogs.ts';

afterEach(() => {
  for (let open = dialogQueue.current(); open; open = dialogQueue.current()) open.respond(undefined as never);
});

it('shows one dialog at a time, in order', async () => {
  const first = dialogs.alert('Offer deleted successfully');
  const second = dialogs.prompt({ text: 'Reason?', defaultValue: 'The verification requirements were not met.' });
  expect(dialogQueue.current()).toMatchObject({ kind: 'alert', options: { text: 'Offer deleted successfully' } });

  (dialogQueue.current() as { respond: () => void }).respond();
  await first;
  const open = dialogQueue.current();
  expect(open?.kind).toBe('prompt');
  if (open?.kind === 'prompt') open.respond('No proof');
  await expect(second).resolves.toBe('No proof');
  expect(dialogQueue.current()).toBeUndefined();
});

it('shows what follows a name in order, whatever direction the name sets', () => {
  const name = 'Asha\u202E Rao\u2066';
  void dialogs.confirm({ text: `Pay ₹120 to ${name}?`, details: `${name} · 120 coins`, verb: 'Pay' });
  void dialogs.prompt({ text: `Reject ${name}: 120 coins?`, details: `${name} · 120 coins` });
  void dialogs.alert(`${name} has 120 coins`);
  const shown: object[] = [];
  for (let open = dialogQueue.current(); open; open = dialogQueue.current()) {
    shown.push(open.options);
    open.respond(undefined as never);
  }
  expect(shown).toEqual([
    { text: 'Pay ₹120 to Asha Rao?', details: 'Asha Rao · 120 coins', verb: 'Pay' },
    { text: 'Reject Asha Rao: 120 coins?', details: 'Asha Rao · 120 coins' },
    { text: 'Asha Rao has 120 coins' },
  ]);
});

it('distinguishes a cancelled prompt from an empty answer', async () => {
  for (const answer of ['', undefined]) {
    const asked = dialogs.prompt({ text: 'Reason?' });
    const open = dialogQueue.current();
    if (open?.kind === 'prompt') open.respond(answer);
    await expect(asked).resolves.toBe(answer);
  }
});

it('accepts only the first answer of a dialog', async () => {
  const changed = vi.fn();
  const stop = dialogQueue.subscribe(changed);
  const asked = dialogs.confirm({ text: 'Are you sure?', verb: 'Delete', danger: true });
  const open = dialogQueue.current();
  if (open?.kind === 'confirm') {
    open.respond(true);
    open.respond(false);
  }
  await expect(asked).resolves.toBe(true);
  expect(changed).toHaveBeenCalledTimes(2);
  stop();
});
