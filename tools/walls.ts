import type { IForbiddenRuleType } from 'dependency-cruiser';

/**
 * The server's features in layers, lowest first. A feature may import features of its own layer and of lower ones,
 * without a cycle. Add a new feature here.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['second-person'],
  ['ledger', 'exports', 'bulk-runs', 'networks'],
  ['users', 'offers', 'settings', 'auth', 'admins'],
  ['clicks', 'custom-postbacks', 'payouts'],
  ['conversions', 'withdrawals'],
  ['postbacks', 'smart-poll', 'manual-payments', 'offer-claims'],
  ['conversion-reports', 'evidence', 'stats', 'problems', 'audit', 'platform-api', 'live', 'set-up', 'proposals'],
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

/** Forbidden imports, each with the reason that is printed on a breach. */
export const WALLS: readonly IForbiddenRuleType[] = [
  wall(
    'contract-imports-only-zod',
    'The contract runs in browsers. It may import only itself and zod.',
    { path: '^contract/src/', pathNot: TESTS },
    { pathNot: ['^contract/src/', '(^|/)node_modules/zod/'] },
  ),
  wall(
    'contract-front-door',
    'A part of the contract may import another part only through its index.ts.',
    { path: '^contract/src/([^/]+)/', pathNot: TESTS },
    { path: '^contract/src/', pathNot: ['^contract/src/$1/', '^contract/src/[^/]+/index\\.ts$'] },
  ),
  wall(
    'web-imports-no-other-workspace',
    'Of our workspaces the web client may import only the contract.',
    { path: '^web/' },
    { path: '^(server|sandbox|e2e|bench|drills|tools)/' },
  ),
  wall(
    'web-runs-in-browsers',
    "Code that runs in a browser cannot import Node's modules.",
    { path: '^web/src/', pathNot: TESTS },
    { dependencyTypes: ['core'] },
  ),
  wall(
    'web-front-door',
    'A feature may import another feature only through its index.ts.',
    { path: '^web/src/features/([^/]+)/', pathNot: TESTS },
    { path: '^web/src/features/', pathNot: ['^web/src/features/$1/', '^web/src/features/[^/]+/index\\.tsx?$'] },
  ),
  wall(
    'web-ui-knows-no-feature',
    'web/src/ui and web/src/lib are generic: they import no feature and no shell.',
    { path: '^web/src/(ui|lib)/' },
    { path: '^web/src/(features|app)/' },
  ),
  wall(
    'server-imports-no-client',
    'Of our workspaces the server may import only the contract. Its tests may also import the sandbox.',
    { path: '^server/', pathNot: '^server/test/' },
    { path: '^(web|sandbox|e2e|bench|drills|tools)/' },
  ),
  wall(
    'sandbox-speaks-http',
    'Of our workspaces the sandbox may import only the contract.',
    { path: '^sandbox/' },
    { path: '^(server|web|e2e|bench|drills|tools)/' },
  ),
  wall(
    'e2e-speaks-http',
    'A journey uses only the interfaces of a person or a partner.',
    { path: '^e2e/' },
    { path: '^(server|web|bench|drills)/' },
  ),
  wall(
    'server-front-door',
    'A feature may import another feature only through its index.ts.',
    { path: `${FEATURES}([^/]+)/`, pathNot: TESTS },
    { path: FEATURES, pathNot: [`${FEATURES}$1/`, `${FEATURES}[^/]+/index\\.ts$`] },
  ),
  wall(
    'app-uses-front-doors',
    'The files that assemble the features import only their index.ts.',
    { path: '^server/src/[^/]+\\.ts$', pathNot: TESTS },
    { path: FEATURES, pathNot: `${FEATURES}[^/]+/index\\.ts$` },
  ),
  wall(
    'platform-knows-no-feature',
    'The platform has no business terms.',
    { path: '^server/src/platform/' },
    { path: ['^server/src/features/', '^server/src/[^/]+\\.ts$'] },
  ),
  wall(
    'platform-front-door',
    'Other code may import a part of the platform only through its index.ts.',
    { path: '^(server|bench|drills)/', pathNot: [TESTS, '^server/src/platform/'] },
    { path: PLATFORM, pathNot: `${PLATFORM}[^/]+/index\\.ts$` },
  ),
  wall(
    'platform-parts-use-front-doors',
    'A part of the platform may import another part only through its index.ts.',
    { path: `${PLATFORM}([^/]+)/`, pathNot: TESTS },
    { path: PLATFORM, pathNot: [`${PLATFORM}$1/`, `${PLATFORM}[^/]+/index\\.ts$`] },
  ),
  wall(
    'only-repositories-touch-the-database',
    'Only the database parts of the platform may import pg. Other code uses repositories.',
    {
      path: '^(server|web|sandbox|contract|e2e)/',
      pathNot: [TESTS, `${PLATFORM}(database|database-driver|embedded-backup|embedded-postgresql|jobs)/`],
    },
    { path: DATABASE_PACKAGES },
  ),
  wall(
    'ledger-imports-no-feature',
    'The ledger may import only the platform.',
    { path: `${FEATURES}ledger/`, pathNot: TESTS },
    { path: FEATURES, pathNot: `${FEATURES}ledger/` },
  ),
  wall(
    'sources-import-no-tests',
    'Shipped code may not import test code.',
    { path: '^[^/]+/src/', pathNot: TESTS },
    { path: TESTS },
  ),
  wall('no-cycles', 'Merge the two files, or move their common part into a third file.', {}, { circular: true }),
  {
    name: 'no-feature-cycles',
    comment: 'Merge the two features, or move their common part into a third feature.',
    severity: 'error',
    scope: 'folder',
    from: { path: `${FEATURES}[^/]+$` },
    to: { circular: true },
  },
  ...LAYERS.slice(0, -1).map((layer, index) =>
    wall(
      `layer-${index + 1}-imports-no-higher-layer`,
      `${layer.join(', ')} may not import a feature of a higher layer (LAYERS in tools/walls.ts).`,
      { path: `${FEATURES}(${layer.join('|')})/`, pathNot: TESTS },
      {
        path: `${FEATURES}(${LAYERS.slice(index + 1)
          .flat()
          .join('|')})/`,
      },
    ),
  ),
];
