const PREFIX = 'muneem.draft.';

/** One draft per admin and URL: `/add-offer?category=prime`, `/edit-offer/{id}`. */
export const draftKey = (admin: string, address: string): string => `${PREFIX}${admin} ${address}`;

/** Runs `work` where the browser allows storage and has room. Private windows keep no drafts. */
function withStorage<Result>(work: (storage: Storage) => Result): Result | undefined {
  try {
    return work(localStorage);
  } catch {
    return undefined;
  }
}

export const keepDraft = (key: string, draft: object): void =>
  withStorage((storage) => storage.setItem(key, JSON.stringify(draft)));

/** The stored value, as it was kept. */
export const readDraft = (key: string): unknown =>
  withStorage((storage): unknown => JSON.parse(storage.getItem(key) ?? 'null')) ?? undefined;

export const dropDraft = (key: string): void => withStorage((storage) => storage.removeItem(key));

/** For an admin who signs out: the next person at this browser must not find half-written records. */
export const dropDraftsOf = (admin: string): void =>
  withStorage((storage) =>
    Object.keys(storage)
      .filter((key) => key.startsWith(draftKey(admin, '')))
      .forEach((key) => storage.removeItem(key)),
  );
