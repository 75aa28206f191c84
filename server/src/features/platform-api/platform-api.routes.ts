import { coins, rupeesFromPaise } from '@muneem/contract/money';
import * as api from '@muneem/contract/platform-api';
import { availableCoins } from '@muneem/contract/users';
import { AppError } from '#platform/app-error/index.ts';
import { transaction } from '#platform/database/index.ts';
import { answerOnce, registerRoute, type HttpServer } from '#platform/http/index.ts';
import { createClick, type CreateClickDependencies } from '#features/clicks/index.ts';
import { claimOffer } from '#features/offer-claims/index.ts';
import { changeUser, createUser, getUser, getUserAccount } from '#features/users/index.ts';
import { requestWithdrawal, type RequestWithdrawalDependencies } from '#features/withdrawals/index.ts';
import { listPlatformOffers, type ListPlatformOffersDependencies } from './list-platform-offers.ts';
import { listPlatformProblems } from './platform-problem.ts';
import { getPlatformUser, toPlatformUser } from './platform-user.ts';
import { getPlatformWithdrawal, listPlatformWithdrawals } from './platform-withdrawal.ts';

export interface PlatformApiDependencies
  extends CreateClickDependencies, ListPlatformOffersDependencies, RequestWithdrawalDependencies {
  /** PLATFORM_API_KEY. The API is off without it. */
  readonly apiKey: string | undefined;
}

const NONE = coins(0);
const EMPTY_WALLET = { coins: NONE, heldCoins: NONE, owedCoins: NONE, completedCount: 0 };

/** Registers the consumer app's API. Every POST and PATCH requires an Idempotency-Key, so it can be retried. */
export function registerPlatformApiRoutes(http: HttpServer, dependencies: PlatformApiDependencies): void {
  if (dependencies.apiKey === undefined) {
    http.fastify.all('/api/platform/*', async () => {
      throw new AppError('not_found', 'The platform API is off. Set PLATFORM_API_KEY to turn it on.');
    });
    return;
  }
  registerReads(http, dependencies);
  const { database } = dependencies;

  registerRoute(http, api.createPlatformUser, (context) =>
    answerOnce(dependencies, context, (once) =>
      transaction(database, async (tx) => {
        const user = await createUser(tx, dependencies, context.body, context.actor);
        const answer = { user: toPlatformUser(user, EMPTY_WALLET) };
        await once.keep(tx, answer);
        return answer;
      }),
    ),
  );

  registerRoute(http, api.changePlatformUser, (context) =>
    answerOnce(dependencies, context, (once) =>
      transaction(database, async (tx) => {
        const { uid } = context.params;
        await changeUser(tx, uid, context.body, context.actor);
        const account = await getUserAccount(tx, uid);
        const answer = { user: toPlatformUser(account, account) };
        await once.keep(tx, answer);
        return answer;
      }),
    ),
  );

  registerRoute(http, api.createPlatformClick, (context) =>
    answerOnce(dependencies, context, async () => {
      const { uid, offerId, params, ...subParams } = context.body;
      if (uid !== undefined) await getUser(database, uid);
      return createClick(dependencies, { offerId, uid, subParams, params });
    }),
  );

  registerRoute(http, api.createPlatformOfferClaim, (context) =>
    answerOnce(dependencies, context, (once) =>
      transaction(database, async (tx) => {
        const answer = {
          claim: await claimOffer(tx, dependencies, context.body, context.actor),
        };
        await once.keep(tx, answer);
        return answer;
      }),
    ),
  );

  registerRoute(http, api.createPlatformWithdrawal, (context) =>
    answerOnce(dependencies, context, async ({ key }) => {
      // The withdrawal stores the key itself, so a retry after a crash creates no second one.
      const { coins: asked, ...body } = context.body;
      const made = await requestWithdrawal(dependencies, {
        ...body,
        coins: coins(asked),
        idempotencyKey: key,
        actor: context.actor,
      });
      const account = await getUserAccount(database, body.uid);
      return {
        availableCoins: availableCoins(account),
        withdrawal: {
          withdrawalId: made.id,
          coins: made.coins,
          amount: rupeesFromPaise(made.amountPaise),
          status: made.status,
          date: made.createdAt.toISOString(),
        },
      };
    }),
  );
}

function registerReads(http: HttpServer, dependencies: PlatformApiDependencies): void {
  const { database } = dependencies;

  registerRoute(http, api.getPlatformUser, async ({ params }) => ({
    user: await getPlatformUser(database, params.uid),
  }));

  registerRoute(http, api.getPlatformWithdrawal, async ({ params }) => ({
    withdrawal: await getPlatformWithdrawal(database, params.id),
  }));

  registerRoute(http, api.listPlatformWithdrawals, ({ params, query }) =>
    listPlatformWithdrawals(database, params.uid, query),
  );

  registerRoute(http, api.listPlatformProblems, ({ params, query }) =>
    listPlatformProblems(database, params.uid, query),
  );

  registerRoute(http, api.listPlatformOffers, async () => {
    const offers = await listPlatformOffers(dependencies);
    return { offers, total: offers.length };
  });
}
