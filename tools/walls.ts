import type { IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The server's features from the ground up. A feature may import those of its own floor and of the floors below,
 * never in a circle. A new feature gets its place here.
 */
export const FLOORS: readonly (readonly string[])[] = [
  ['ledger', 'exports', 'bulk-runs'],
  ['users', 'offers', 'settings', 'auth', 'admins'],
  ['clicks', 'custom-postbacks', 'payouts'],
  ['conversions', 'withdrawals'],
  ['postbacks', 'smart-poll', 'manual-payments', 'offer-claims'],
  ['conversion-reports', 'evidence', 'stats', 'problems', 'audit', 'platform-api', 'live'],
];

const TESTS = '\\.test\\.tsx?$|^[^/]+/test/';
const FEATURES = '^server/src/features/';
const PLATFORM = '^server/src/platform/';
const DATABASE_PACKAGES = '(^|/)node_modules/(@types/)?(pg|pg-boss|pg-cursor|pg-copy-streams|sql-template-tag)/';

const wall = (name: string, comment: string, from: object, to: object): IForbiddenRuleType => ({
  name,
  comment,
  severity: 'error',
  from,
  to,
});

/** Everything that style.md and architecture.md forbid, each with the reason that a person reads on a breach. */
export const WALLS: readonly IForbiddenRuleType[] = [
  wall(
    'contract-imports-only-zod',
    'The contract runs in the browser and in every client: it may import itself and zod.',
    { path: '^contract/src/', pathNot: TESTS },
    { pathNot: ['^contract/src/', '(^|/)node_modules/zod/'] },
  ),
  wall(
    'contract-front-door',
    'A part of the contract enters another only by its index.ts.',
    { path: '^contract/src/([^/]+)/', pathNot: TESTS },
    { path: '^contract/src/', pathNot: ['^contract/src/$1/', '^contract/src/[^/]+/index\\.ts$'] },
  ),
  wall(
    'web-imports-no-other-workspace',
    'The web client knows the contract and nothing else of ours.',
    { path: '^web/' },
    { path: '^(server|sandbox|e2e|bench|tools)/' },
  ),
  wall(
    'web-runs-in-browsers',
    "What runs in a browser cannot import Node's modules.",
    { path: '^web/src/', pathNot: TESTS },
    { dependencyTypes: ['core'] },
  ),
  wall(
    'web-front-door',
    'A feature enters another only by its index.ts.',
    { path: '^web/src/features/([^/]+)/', pathNot: TESTS },
    { path: '^web/src/features/', pathNot: ['^web/src/features/$1/', '^web/src/features/[^/]+/index\\.tsx?$'] },
  ),
  wall(
    'web-ui-knows-no-feature',
    'web/src/ui and web/src/lib are generic: no feature, no shell.',
    { path: '^web/src/(ui|lib)/' },
    { path: '^web/src/(features|app)/' },
  ),
  wall(
    'server-imports-no-client',
    'The server knows the contract and nothing else of ours; its tests run against the outside world of the sandbox.',
    { path: '^server/', pathNot: '^server/test/' },
    { path: '^(web|sandbox|e2e|bench|tools)/' },
  ),
  wall(
    'sandbox-speaks-http',
    'The outside world knows the contract and nothing else of ours.',
    { path: '^sandbox/' },
    { path: '^(server|web|e2e|bench|tools)/' },
  ),
  wall(
    'e2e-speaks-http',
    'A journey uses what a person or a partner can use.',
    { path: '^e2e/' },
    { path: '^(server|web|bench)/' },
  ),
  wall(
    'server-front-door',
    'A feature enters another only by its index.ts.',
    { path: `${FEATURES}([^/]+)/`, pathNot: TESTS },
    { path: FEATURES, pathNot: [`${FEATURES}$1/`, `${FEATURES}[^/]+/index\\.ts$`] },
  ),
  wall(
    'app-uses-front-doors',
    'What composes the features uses their index.ts.',
    { path: '^server/src/[^/]+\\.ts$', pathNot: TESTS },
    { path: FEATURES, pathNot: `${FEATURES}[^/]+/index\\.ts$` },
  ),
  wall(
    'platform-knows-no-feature',
    'The platform has no business words.',
    { path: '^server/src/platform/' },
    { path: ['^server/src/features/', '^server/src/[^/]+\\.ts$'] },
  ),
  wall(
    'platform-front-door',
    'A part of the platform is entered only by its index.ts.',
    { path: '^(server|bench)/', pathNot: [TESTS, '^server/src/platform/'] },
    { path: PLATFORM, pathNot: `${PLATFORM}[^/]+/index\\.ts$` },
  ),
  wall(
    'platform-parts-use-front-doors',
    'A part of the platform enters another only by its index.ts.',
    { path: `${PLATFORM}([^/]+)/`, pathNot: TESTS },
    { path: PLATFORM, pathNot: [`${PLATFORM}$1/`, `${PLATFORM}[^/]+/index\\.ts$`] },
  ),
  wall(
    'only-repositories-touch-the-database',
    'pg belongs to the database parts of the platform. SQL reaches it by repositories.',
    {
      path: '^(server|web|sandbox|contract|e2e)/',
      pathNot: [TESTS, `${PLATFORM}(database|database-driver|embedded-postgresql|jobs)/`],
    },
    { path: DATABASE_PACKAGES },
  ),
  wall(
    'ledger-imports-no-feature',
    'The ledger stands on the platform alone.',
    { path: `${FEATURES}ledger/`, pathNot: TESTS },
    { path: FEATURES, pathNot: `${FEATURES}ledger/` },
  ),
  wall(
    'only-payouts-touch-the-gateway',
    'Money leaves by the payouts feature alone.',
    { path: '^server/', pathNot: [TESTS, `${FEATURES}payouts/`] },
    { path: `${FEATURES}payouts/.*(gateway|provider|bulkpe|razorpayx)` },
  ),
  wall(
    'sources-import-no-tests',
    'What ships does not need what tests it.',
    { path: '^[^/]+/src/', pathNot: TESTS },
    { path: TESTS },
  ),
  wall(
    'only-declared-packages',
    'What is imported is named in the package.json of its workspace, or is there.',
    {},
    { couldNotResolve: true },
  ),
  wall('no-cycles', 'Two files that need each other are one file, or three.', {}, { circular: true }),
  {
    name: 'no-feature-cycles',
    comment: 'Two features that need each other are one feature, or three.',
    severity: 'error',
    scope: 'folder',
    from: { path: `${FEATURES}[^/]+$` },
    to: { circular: true },
  },
  ...FLOORS.slice(0, -1).map((floor, index) =>
    wall(
      `floor-${index + 1}-looks-down`,
      `${floor.join(', ')} may not import a feature of a higher floor (FLOORS in tools/walls.ts).`,
      { path: `${FEATURES}(${floor.join('|')})/`, pathNot: TESTS },
      {
        path: `${FEATURES}(${FLOORS.slice(index + 1)
          .flat()
          .join('|')})/`,
      },
    ),
  ),
];
