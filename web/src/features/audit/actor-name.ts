import type { AuditActor } from '@muneem/contract/audit';

const KINDS: Readonly<Record<AuditActor['kind'], string>> = {
  admin: 'Administrator',
  system: 'System',
  platform: 'Platform API',
  anonymous: 'Not signed in',
};

/** Who it was; the kind where the name does not say it. */
export const actorName = ({ kind, name }: AuditActor): string =>
  kind === 'admin' || name === ''
    ? name || KINDS[kind]
    : kind === 'anonymous'
      ? `${name} (${KINDS[kind].toLowerCase()})`
      : name;

/** As a choice of the filter, where nobody's address stands with it. */
export const actorChoice = ({ kind, name }: AuditActor): string => (kind === 'admin' ? name : KINDS[kind]);
