import type { AuditActor } from '@muneem/contract/audit';

const KINDS: Readonly<Record<AuditActor['kind'], string>> = {
  admin: 'Administrator',
  system: 'System',
  platform: 'Platform API',
  anonymous: 'Not signed in',
};

/** Returns the actor's name, or its kind if the name is empty. */
export const actorName = ({ kind, name }: AuditActor): string =>
  kind === 'admin' || name === ''
    ? name || KINDS[kind]
    : kind === 'anonymous'
      ? `${name} (${KINDS[kind].toLowerCase()})`
      : name;

/** The actor as a filter option, without an email address. */
export const actorChoice = ({ kind, name }: AuditActor): string => (kind === 'admin' ? name : KINDS[kind]);
