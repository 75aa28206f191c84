/**
 * Texts of migrations that were changed after databases had applied them, by the SHA-256 of each former text, with what
 * makes up for the change. A rule that is broken once more gets a line here and a new migration, never a line alone.
 */
export const FORMER_MIGRATIONS: Readonly<Record<string, { readonly hashes: readonly string[]; readonly why: string }>> =
  {
    '0280-addresses-by-network.sql': {
      hashes: ['9c71aea19add3e1da9cd6d3d5410ab628270314b7398c8221c163f20952c6f4b'],
      why: 'The lock and the trigger were added after it was in use; 0373 gives them to those who applied it before.',
    },
  };
