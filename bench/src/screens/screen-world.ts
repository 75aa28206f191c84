import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createOffer } from '@muneem/contract/offers';
import { getPostbackUrls } from '@muneem/contract/postbacks';
import { startMailbox } from '@muneem/sandbox/mailbox';
import { createPlatformClient, signInAdmin, startProduct, type AdminSession } from '@muneem/sandbox/product';
import { freePort } from '@muneem/sandbox/web-kit';

const ADMIN = { email: 'asha@muneem.example', password: 'correct horse battery' };
const PLATFORM_KEY = 'bench-platform-key-0123456789';
const USERS = 130;
const COINS = 300;

export interface ScreenWorld {
  readonly url: string;
  readonly token: string;
  close(): Promise<void>;
}

/** The product as it is delivered, with enough users, conversions and pending withdrawals to fill every list. */
export async function startScreenWorld(): Promise<ScreenWorld> {
  const dataDir = await mkdtemp(join(tmpdir(), 'muneem-screens-'));
  const mailbox = await startMailbox();
  const product = await startProduct({
    port: await freePort(26_000 + Math.floor(Math.random() * 900)),
    settings: {
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      SMTP_URL: mailbox.smtpUrl,
      PLATFORM_API_KEY: PLATFORM_KEY,
      EGRESS_ALLOW: '127.0.0.1/32',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  });
  const admin = await signInAdmin({ url: product.url, mailbox, ...ADMIN, remember: true });
  await fill(product.url, admin);
  return {
    url: product.url,
    token: admin.token,
    async close() {
      await product.stop();
      await mailbox.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function fill(url: string, admin: AdminSession): Promise<void> {
  const { offer } = await admin.call(createOffer, {
    body: {
      title: 'Install the game',
      description: 'Gives coins.',
      coins: COINS,
      type: 'install',
      requirements: 'None.',
      trackingUrl: 'https://network.example/click?c={click_id}',
      steps: [{ title: 'Install', description: 'Install it.', isCompleted: false }],
      events: [{ eventName: 'install', eventPayout: COINS, eventCap: 1000, isRequired: true, description: '' }],
    } as never,
  });
  const { _id: offerId } = offer as { _id: string };
  const { postbackUrls } = await admin.call(getPostbackUrls, { params: { id: offerId } });
  const platform = createPlatformClient({ url, key: PLATFORM_KEY });
  for (let number = 0; number < USERS; number += 1) {
    const uid = `user-${number}`;
    await platform.createUser({
      uid,
      name: `Asha Rao ${number}`,
      email: `${uid}@mail.example`,
      phone: '+919000012345',
      gender: 'Female',
    });
    const clickId = await makeClick(url, { uid, offerId });
    await fetch(postbackUrls['install']!.url.replace('{click_id}', clickId));
    await platform.requestWithdrawal({ uid, coins: COINS, paymentMethod: { type: 'upi', upiId: `${uid}@okbank` } });
  }
}

/** A new offer is known to every node within half a second. */
async function makeClick(url: string, body: { uid: string; offerId: string }): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const answer = await fetch(`${url}/api/platform/clicks`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${PLATFORM_KEY}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify(body),
    });
    if (answer.ok) return ((await answer.json()) as { clickId: string }).clickId;
    if (tries === 20) throw new Error(`the click was answered ${answer.status}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
