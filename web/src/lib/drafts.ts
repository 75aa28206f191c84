import { withStorage } from './stored-value.ts';

const PREFIX = 'muneem.draft.';

/** One draft per admin and URL: `/add-offer?category=prime`, `/edit-offer/{id}`. */
export const draftKey = (admin: string, address: string): string => `${PREFIX}${admin} ${address}`;

export const dropDraft = (key: string): void => withStorage((storage) => storage.removeItem(key));

/** For an admin who signs out: the next person at this browser must not find half-written records. */
export const dropDraftsOf = (admin: string): void =>
  withStorage((storage) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(draftKey(admin, '')))
      .forEach((key) => storage.removeItem(key)),
  );
