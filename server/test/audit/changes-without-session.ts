import type { Email } from 'postal-mime';
import { newToken } from '#platform/crypto/index.ts';
import { buildUser } from '#test/builders/users.ts';
import { platformCaller } from '#test/test-app.ts';
import { codeIn, resetLinkIn } from '../auth/mail-server.ts';
import { invitation, mailTo, PASSWORD, unique, type Change, type Prepare, type World } from './preparations.ts';

const byPlatform = (url: string, payload: object): Change => ({
  url,
  payload,
  caller: { ...platformCaller(), actor: /^platform$/ },
});
/** The admin that the call creates, if any. */
const byStranger = (url: string, payload: object): Change => ({
  url,
  payload,
  caller: { headers: {}, actor: /^(adm_.+)?$/ },
});

/** Calls without a session. @returns the mail that the call causes */
async function mailOf(world: World, email: string, url: string, payload: object): Promise<Email> {
  await world.app.must('POST', url, payload, { headers: {} });
  return mailTo(world, email);
}

/** The routes of the consumer's app, and the routes that are called before sign-in. */
export const CHANGES_WITHOUT_SESSION: Readonly<Record<string, Prepare>> = {
  'POST /api/platform/users': async () => byPlatform('/api/platform/users', { uid: unique() }),
  'PATCH /api/platform/users/:uid': async ({ app }) =>
    byPlatform(`/api/platform/users/${await app.newUser()}`, { phone: '90000 00007' }),
  'POST /api/platform/withdrawals': async ({ app }) => {
    const { uid } = await buildUser(app, { uid: unique(), coins: 100 });
    const paymentMethod = { type: 'upi', upiId: 'asha@okbank' };
    return byPlatform('/api/platform/withdrawals', { uid, coins: 100, paymentMethod });
  },
  'POST /api/platform/offer-claims': async ({ app }) =>
    byPlatform('/api/platform/offer-claims', { uid: await app.newUser(), offerId: await app.createOffer() }),
  'POST /api/auth/login': async (world) =>
    byStranger('/api/auth/login', { email: (await world.owner()).email, password: PASSWORD }),
  'POST /api/auth/resend-otp': async (world) => {
    const { email } = await world.owner();
    await mailOf(world, email, '/api/auth/login', { email, password: PASSWORD });
    world.app.clock.advance(60_000);
    return byStranger('/api/auth/resend-otp', { email });
  },
  'POST /api/auth/forgot-password': async (world) =>
    byStranger('/api/auth/forgot-password', { email: (await world.owner()).email }),
  'POST /api/auth/verify-otp': async (world) => {
    const { email } = await world.owner();
    const mail = await mailOf(world, email, '/api/auth/login', { email, password: PASSWORD });
    return byStranger('/api/auth/verify-otp', { email, otp: codeIn(mail) });
  },
  'POST /api/auth/reset-password': async (world) => {
    const { email } = await world.owner();
    const mail = await mailOf(world, email, '/api/auth/forgot-password', { email });
    const token = resetLinkIn(mail).searchParams.get('token');
    return byStranger('/api/auth/reset-password', { token, newPassword: 'quite another one' });
  },
  'POST /api/auth/accept-invitation': async (world) => {
    const token = newToken();
    await invitation(world, token);
    return byStranger('/api/auth/accept-invitation', { token, name: 'Ravi', password: PASSWORD });
  },
};
