import { describe, expect, it } from 'vitest';
import { listUsers, readUsers, type User } from './index.ts';

const WHOLE: User = {
  uid: 'u-1',
  name: 'Asha Rao',
  email: 'asha@mail.example',
  phone: '+919000012345',
  gender: 'Female',
  coins: 250,
  createdAt: '2026-11-01T06:30:00.000Z',
  completedOffers: [{ id: 'ofr_7', title: 'Rummy Stars', completedAt: '2026-11-02T06:30:00.000Z' }],
  completedCount: 12,
  referralCode: 'ASHA-7',
  usedReferralCode: null,
};
const NOBODY: User = {
  uid: '',
  name: 'Unnamed User',
  email: 'No Email',
  phone: 'N/A',
  gender: 'Not specified',
  coins: 0,
  createdAt: '',
  completedOffers: [],
  completedCount: 0,
  referralCode: null,
  usedReferralCode: null,
};

const read = (answer: unknown): unknown => readUsers.answer.parse(answer);

describe('the list of users', () => {
  it('reads the list that our server returns', () => {
    const answer = { success: true, users: [WHOLE], total: 1, totalUsers: 9 };
    expect(listUsers.answer.safeParse(answer).success).toBe(true);
    expect(read(answer)).toEqual({ users: [WHOLE], total: 1, totalUsers: 9 });
  });

  // covers 000-users.8
  it.each([[[WHOLE]], [{ success: true, users: [WHOLE] }]])(
    'counts the users of an answer without totals',
    (answer) => {
      expect(read(answer)).toEqual({ users: [WHOLE], total: 1, totalUsers: 1 });
    },
  );

  // covers 000-users.7
  it('applies the specified defaults to missing fields', () => {
    const nulls = Object.fromEntries(Object.keys(WHOLE).map((field) => [field, null]));
    const empty = { name: '', email: '', phone: '', gender: '' };
    expect(read([{}, nulls, empty])).toMatchObject({ users: [NOBODY, NOBODY, NOBODY] });
  });

  // covers 000-users.7
  it('accepts completed offers as ids, or as objects with id and completedAt', () => {
    const completedAt = '2026-11-02T06:30:00.000Z';
    expect(read([{ completedOffers: ['ofr_7', { id: 'ofr_8', completedAt }] }])).toMatchObject({
      users: [
        {
          completedOffers: [
            { id: 'ofr_7', title: '', completedAt: '' },
            { id: 'ofr_8', title: '', completedAt },
          ],
          completedCount: 2,
        },
      ],
    });
  });

  it.each([
    { users: 'none' },
    { success: true },
    { success: false, users: [] },
    { success: true, users: ['u-1'] },
    [{ ...WHOLE, coins: 'many' }],
    'none',
    null,
  ])('rejects %j', (answer) => {
    expect(readUsers.answer.safeParse(answer).success).toBe(false);
  });
});
